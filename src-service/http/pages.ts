import type { Store } from '#service/store/store.ts';
import { pay } from '#service/store/purchase.ts';
import type { PendingPayment } from '#service/store/records/payments.ts';
import { transaction } from '#service/store/transaction.ts';
import { languageOf } from './language.ts';
import type { ServiceApp } from './hono.ts';
import type { Language } from '#service/catalog/locations.ts';

const texts = {
  pay: { ru: 'Оплатить', en: 'Pay' },
  paid: { ru: 'Оплачено. Окно можно закрыть.', en: 'Paid. You can close this window.' },
  payment: { ru: 'Оплата', en: 'Payment' },
  messenger: { ru: 'Привязка мессенджера', en: 'Messenger' },
  bind: { ru: 'Привязать аккаунт', en: 'Link the account' },
  bound: { ru: 'Аккаунт привязан.', en: 'The account is linked.' },
  gone: { ru: 'Ссылка не действует.', en: 'This link does not work.' },
  demo: {
    ru: 'Это локальный сервис: настоящие деньги не нужны.',
    en: 'This is the local service: no real money is involved.',
  },
} as const;

/** The pages that links of the service lead to: they need no key, only the token in the link. */
export function addPages(app: ServiceApp, store: Store): void {
  const paymentOf = (token: string): PendingPayment | undefined =>
    store.state.payments.find((payment) => payment.token === token);

  app.get('/pay/:token', (context) => {
    const language = languageOf(context.req.header('accept-language'));
    const payment = paymentOf(context.req.param('token'));
    if (payment === undefined) return page(language, 404, 'payment', [texts.gone[language]]);
    const lines = [payment.label, payment.price];
    return payment.paid
      ? page(language, 200, 'payment', [...lines, texts.paid[language]])
      : page(language, 200, 'payment', [...lines, texts.demo[language]], texts.pay[language]);
  });

  app.post('/pay/:token', (context) => {
    const payment = paymentOf(context.req.param('token'));
    if (payment !== undefined) {
      transaction(store.state, () => pay(store, payment));
    }
    return context.redirect(context.req.path, 303);
  });

  app.get('/messenger/bot', (context) => {
    const language = languageOf(context.req.header('accept-language'));
    const code = context.req.query('start');
    if (context.req.query('done') === '1') {
      return page(language, 200, 'messenger', [texts.bound[language]]);
    }
    const waiting = store.state.bindings.some((binding) => binding.code === code);
    return waiting
      ? page(language, 200, 'messenger', [], texts.bind[language])
      : page(language, 404, 'messenger', [texts.gone[language]]);
  });

  app.post('/messenger/bot', (context) => {
    const code = context.req.query('start');
    const binding = store.state.bindings.find((candidate) => candidate.code === code);
    const account = store.state.accounts.find(({ id }) => id === binding?.account_id);
    if (account === undefined) return context.redirect('/messenger/bot', 303);
    account.is_messenger_connected = true;
    // A code works once.
    store.state.bindings = store.state.bindings.filter((candidate) => candidate !== binding);
    return context.redirect('/messenger/bot?done=1', 303);
  });
}

/** A page without script and without anything from elsewhere; its button posts to its own address. */
function page(
  language: Language,
  status: number,
  title: 'payment' | 'messenger',
  lines: readonly string[],
  button?: string,
): Response {
  const heading = texts[title][language];
  const form =
    button === undefined ? '' : `<form method="post"><button>${escaped(button)}</button></form>`;
  const html = `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(heading)}</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 28rem; margin: 4rem auto; padding: 0 1rem }
  button { font: inherit; padding: .5rem 1.25rem; border: 0; border-radius: .5rem; background: #0f766e; color: #fff }
</style>
<main><h1>${escaped(heading)}</h1>${lines.map((line) => `<p>${escaped(line)}</p>`).join('')}${form}</main>
</html>
`;
  return new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
    },
  });
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${String(character.charCodeAt(0))};`);
}
