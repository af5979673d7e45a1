import type { Language } from '#contract/constants.ts';
import type { Money } from '#contract/values.ts';
import type {
  AutoRenewalAfter,
  ConsentQuestion,
  LinkQuestion,
  PurchaseQuestion,
  Shortfall,
} from '#core/kernel/consent-question.ts';
import { protocolName } from '#contract/protocol-names.ts';
import { hostAndPort } from '#core/connections/texts/address.ts';
import { texts, type Say } from '#electron/texts.ts';

/** What a dialog says. `lines` are the facts, one a line. */
export interface ConsentText {
  readonly message: string;
  readonly lines: readonly string[];
  readonly confirm: string;
  readonly refuse: string;
}

type BoxQuestion = Exclude<ConsentQuestion, { kind: 'unlock' }>;

type QuestionOf<Kind extends BoxQuestion['kind']> = Extract<BoxQuestion, { kind: Kind }>;

interface QuestionText {
  readonly message: string;
  readonly lines?: readonly string[];
  readonly confirm: string;
}

/** No text of the service or the window makes a line longer than this; an address has more lines. */
const longestText = 120;
const longestAddressLine = 60;

/** Controls, blanks, and what is drawn as nothing; whole emoji, which some join, aside. */
const unseen = /(\p{RGI_Emoji})|[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]+/gv;

/** No language stacks more marks on one letter; a tower of them is drawn over other lines. */
const stackedMarks = /(\p{M}{6})\p{M}+/gu;

/** One bounded line of visible characters, isolated in its direction; may be empty. */
export function foreignText(text: string): string {
  const plain = text
    .toWellFormed()
    .replaceAll(unseen, (_, emoji: string | undefined) => emoji ?? ' ')
    .replaceAll(stackedMarks, '$1')
    .trim();
  const characters = Array.from(plain);
  const cut =
    characters.length > longestText ? `${characters.slice(0, longestText).join('')}…` : plain;
  return cut === '' ? '' : `\u2068${cut}\u2069`;
}

/**
 * A host or an origin, whole: whose it is stands at its end, which a box of the system might cut. Its
 * lines are filled from there, so that the last one holds that end in one piece.
 *
 * @param address of visible ASCII, as `URL` and the schema `Host` give it
 */
function addressLines(address: string): string[] {
  const lines: string[] = [];
  for (let end = address.length; end > 0; end -= longestAddressLine) {
    lines.unshift(address.slice(Math.max(0, end - longestAddressLine), end));
  }
  return lines;
}

/** A service's origin, and its path where it has one. */
function serviceLines(service: string): string[] {
  const { origin, pathname } = new URL(service);
  return [...addressLines(origin), pathname === '/' ? '' : foreignText(pathname)];
}

/** "199 ₽", "1.7 TON": as the service gives it, with the separators of the language. */
function money(amount: number, currency: string, { language }: Say): string {
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 9 }).format(amount);
  return `${number.replace('-', '−')} ${currency === 'RUB' ? '₽' : foreignText(currency)}`;
}

/** "March 24, 2027"; empty for a moment that no calendar has. */
function dateText(unixSeconds: number, { language }: Say): string {
  const moment = new Date(unixSeconds * 1000);
  const date = { day: 'numeric', month: 'long', year: 'numeric' } as const;
  return Number.isNaN(moment.getTime()) ? '' : moment.toLocaleDateString(language, date);
}

function daysText(days: number, say: Say): string {
  return say('consent.days', { n: String(days) }, days);
}

function quoted(say: Say, text: string): string {
  const name = foreignText(text);
  return name === '' ? '' : say('consent.quoted', { text: name });
}

function purchaseText(question: PurchaseQuestion, say: Say): QuestionText {
  const { action, product, by, days, until, autoRenewal } = question;
  const price = priceText(question.price, say);
  return {
    message: say(`consent.purchase.${action}`, { product: say(`consent.product.${product}`) }),
    lines: [
      quoted(say, question.subject),
      foreignText(question.place ?? ''),
      question.fails ? say('copied.fails') : '',
      days === null ? '' : say('consent.purchase.period', { days: daysText(days, say) }),
      until === null ? '' : untilText({ ...question, until }, say),
      say(`consent.purchase.by.${by}`, { price }),
      balanceAfter(question.price, question.balance, say),
      shortfallText(question.shortfall, say),
      autoRenewal === null ? '' : autoRenewalText(autoRenewal, question.renews, say),
      action === 'renew' && product === 'option' ? say('consent.purchase.traffic') : '',
      say(`consent.purchase.effect.${by}`),
    ],
    confirm: say(
      action === 'renew' ? 'consent.purchase.confirmRenew' : 'consent.purchase.confirmBuy',
    ),
  };
}

function autoRenewalText(
  after: AutoRenewalAfter,
  renews: PurchaseQuestion['renews'],
  say: Say,
): string {
  const is = say(`consent.purchase.autoRenewal.${after}`);
  if (renews === undefined) return is;
  const { days, price } = renews;
  const every =
    days === null ? '' : say('consent.purchase.autoRenewal.every', { days: daysText(days, say) });
  const cost =
    price === null
      ? say('consent.purchase.autoRenewal.thatDay')
      : say('consent.purchase.autoRenewal.today', { price: priceText(price, say) });
  return [is, every, cost].filter((part) => part !== '').join(', ');
}

function priceText(price: Money | null, say: Say): string {
  return price === null
    ? say('consent.purchase.noPrice')
    : money(price.amount, price.currency, say);
}

function untilText(
  { days, until, expiresAt }: PurchaseQuestion & { readonly until: number },
  say: Say,
): string {
  const date = dateText(until, say);
  if (date === '') return '';
  if (expiresAt === null) return say('consent.purchase.until', { date });
  const isExpired = until - expiresAt > (days ?? 0) * 86_400;
  const now = dateText(expiresAt, say);
  return say(isExpired ? 'consent.purchase.untilExpired' : 'consent.purchase.untilNow', {
    date,
    now,
  });
}

/** Empty where either is not known. */
function balanceAfter(price: Money | null, balance: number | null, say: Say): string {
  if (price === null || balance === null) return '';
  const roubles = (amount: number) => money(amount, 'RUB', say);
  const now = roubles(balance);
  return say('consent.purchase.balance', { after: roubles(balance - price.amount), now });
}

/** What the balance does not pay for because of it; empty where that is nothing. */
function shortfallText(shortfall: Shortfall | undefined, say: Say): string {
  if (shortfall === undefined) return '';
  const { at, first, count, roubles } = shortfall;
  const sum = money(roubles, 'RUB', say);
  const name = quoted(say, first.title) || say(`consent.product.${first.kind}`);
  const date = dateText(at, say);
  return say('consent.purchase.shortfall', { name, date, n: String(count), sum });
}

function batchText(question: QuestionOf<'batch'>, say: Say): QuestionText {
  const { action, count, names, days, sum, balance, failing } = question;
  const quotedAll = (some: readonly string[]) =>
    some.map((name) => quoted(say, name)).filter((name) => name !== '');
  const quotedNames = quotedAll(names);
  const more = count - quotedNames.length;
  const n = String(count);
  return {
    message: say(`consent.batch.message.${action}`, { n }, count),
    lines: [
      ...quotedNames,
      quotedNames.length > 0 && more > 0 ? say('consent.batch.more', { n: String(more) }) : '',
      failing ? failingText(failing.count, quotedAll(failing.names), say) : '',
      ...(days === null ? [] : [periodText(days, say)]),
      sum === null
        ? action === 'auto-renewal'
          ? say('consent.purchase.price', { price: priceText(sum, say) })
          : ''
        : say('consent.batch.sum', { sum: priceText(sum, say) }),
      balanceAfter(sum, balance, say),
      shortfallText(question.shortfall, say),
      say(`consent.batch.effect.${action}`),
    ],
    confirm: say(`consent.batch.confirm.${action}`),
  };
}

function repairText(question: QuestionOf<'repair'>, say: Say): QuestionText {
  const { subject, steps, subscriptions, devices } = question;
  const settings = steps.map(({ protocol, place }, nth) => {
    const what = [foreignText(place), foreignText(protocolName(protocol))]
      .filter((part) => part !== '')
      .join(', ');
    return say(nth === 0 ? 'consent.repair.first' : 'consent.repair.next', { what });
  });
  const names = devices.map(foreignText).join(', ');
  return plainText('repair', say, [
    quoted(say, subject),
    ...settings,
    subscriptions === 0 ? '' : say('consent.repair.subscriptions', { n: String(subscriptions) }),
    names === '' ? '' : say('consent.repair.devices', { devices: names }),
  ]);
}

function failingText(count: number, names: readonly string[], say: Say): string {
  const said = say('consent.batch.failing', { n: String(count) }, count);
  if (names.length === 0) return said;
  return `${said}: ${names.join(', ')}${count > names.length ? '…' : ''}`;
}

function periodText([shortest, longest]: readonly [number, number], say: Say): string {
  const from = shortest === longest ? '' : `${String(shortest)}–`;
  return say('consent.batch.days', { days: `${from}${daysText(longest, say)}` });
}

function linkText(question: LinkQuestion, say: Say): QuestionText {
  const { purpose, price, origin } = question;
  const bought = typeof purpose === 'object' ? purpose : undefined;
  const amount = priceText(price, say);
  return {
    message: say(purpose === 'messenger' ? 'consent.link.messenger' : 'consent.link.payment'),
    lines: [
      ...addressLines(origin),
      purpose === 'messenger' ? '' : say('consent.link.amount', { amount }),
      purpose === 'top-up' ? say('consent.link.topUp') : '',
      ...(bought ? boughtLines(bought, say) : []),
      say('consent.link.account'),
      quoted(say, question.account),
      // The address is above where the service's own page opens.
      ...(question.service.startsWith(`${origin}/`) ? [] : addressLines(question.service)),
    ],
    confirm: say('consent.link.confirm'),
  };
}

function boughtLines(
  { action, product, subject }: Exclude<LinkQuestion['purpose'], string>,
  say: Say,
): string[] {
  const what = say(`consent.link.product.${product}`);
  return [say(`consent.link.${action}`, { product: what }), quoted(say, subject)];
}

type PlainKind = Exclude<
  BoxQuestion['kind'],
  | 'purchase'
  | 'batch'
  | 'link'
  | 'withdrawal'
  | 'key-reset'
  | 'auto-renewal'
  | 'erasure'
  | 'authority'
>;

/** A question whose message, effect and button are one text each, with its facts between. */
function plainText(
  kind: PlainKind,
  say: Say,
  lines: readonly string[] = [],
  values: Parameters<Say>[1] = {},
): QuestionText {
  return {
    message: say(`consent.${kind}.message`, values),
    lines: [...lines, say(`consent.${kind}.effect`, values)],
    confirm: say(`consent.${kind}.confirm`),
  };
}

function withdrawalText({ amount, to }: QuestionOf<'withdrawal'>, say: Say): QuestionText {
  const grouped = (digits: string) => foreignText(digits.replaceAll(/(\d{4})(?=\d)/g, '$1 '));
  return {
    message: say('consent.withdrawal.message', { amount: money(amount, 'RUB', say) }),
    lines:
      to.by === 'card'
        ? [say('consent.withdrawal.card', { number: grouped(to.number) })]
        : [
            say('consent.withdrawal.phone', { phone: foreignText(to.phone) }),
            say('consent.withdrawal.bank', { bank: foreignText(to.bank) }),
          ],
    confirm: say('consent.withdrawal.confirm'),
  };
}

function proxyText({ proxy, host, port, user }: QuestionOf<'proxy'>, say: Say): QuestionText {
  const name = foreignText(user);
  return plainText('proxy', say, [
    ...addressLines(`${proxy === 'http' ? 'HTTP' : 'SOCKS5'} ${hostAndPort(host, port)}`),
    name === '' ? '' : say('consent.proxy.login', { user: name }),
  ]);
}

function chosenText(
  question: QuestionOf<'key-reset' | 'auto-renewal' | 'erasure' | 'authority'>,
  say: Say,
): QuestionText {
  const confirm = say(`consent.${question.kind}.confirm`);
  switch (question.kind) {
    case 'key-reset': {
      const lines = [quoted(say, question.subject), say('consent.key-reset.effect')];
      return { message: say(`consent.key-reset.${question.of}`), lines, confirm };
    }
    case 'auto-renewal': {
      const { product, subject, days, price } = question;
      const effect = say('consent.auto-renewal.effect', { days: daysText(days, say) });
      const message = say('consent.auto-renewal.message', {
        product: say(`consent.product.${product}`),
      });
      const cost = say('consent.purchase.price', { price: priceText(price, say) });
      const short = shortfallText(question.shortfall, say);
      return { message, lines: [quoted(say, subject), cost, effect, short], confirm };
    }
    case 'erasure': {
      const lines = [quoted(say, question.name), say('consent.erasure.effect')];
      return { message: say(`consent.erasure.${question.of}`), lines, confirm };
    }
    case 'authority': {
      const { authorities } = question;
      const facts = authorities.flatMap(({ subject, fingerprint }) => [
        foreignText(subject),
        `SHA-256 ${fingerprint}`,
      ]);
      return {
        message: say(authorities.length === 1 ? 'consent.authority.one' : 'consent.authority.many'),
        lines: [...facts, say('consent.authority.effect')],
        confirm,
      };
    }
  }
}

function questionText(question: BoxQuestion, say: Say): QuestionText {
  switch (question.kind) {
    case 'purchase':
      return purchaseText(question, say);
    case 'batch':
      return batchText(question, say);
    case 'repair':
      return repairText(question, say);
    case 'link':
      return linkText(question, say);
    case 'withdrawal':
      return withdrawalText(question, say);
    case 'api-key':
      return plainText(question.kind, say, [quoted(say, question.name)]);
    case 'sign-in': {
      const key = say('consent.sign-in.key', { key: `${question.keyPrefix}_…` });
      return plainText(question.kind, say, [...serviceLines(question.service), key]);
    }
    case 'backup': {
      const { keys, secrets } = question;
      const lines = [
        keys ? say('consent.backup.keys') : '',
        secrets ? say('consent.backup.secrets') : '',
      ];
      return plainText(question.kind, say, lines);
    }
    case 'sign-out': {
      const lines = [quoted(say, question.account), ...addressLines(question.service)];
      return plainText(question.kind, say, lines);
    }
    case 'passphrase-forgotten':
      return plainText(question.kind, say, [say('consent.passphrase-forgotten.lost')]);
    case 'lock-off':
    case 'passphrase-on':
      return plainText(question.kind, say);
    case 'service':
      return plainText(question.kind, say, serviceLines(question.service));
    case 'proxy':
      return proxyText(question, say);
    case 'check-local':
      return plainText(question.kind, say, [quoted(say, question.title)], {
        address: question.address,
      });
    default:
      return chosenText(question, say);
  }
}

/** What the user reads before they agree to it. */
export function consentText(question: BoxQuestion, language: Language): ConsentText {
  const say = texts[language];
  const { message, lines = [], confirm } = questionText(question, say);
  return {
    message,
    lines: lines.filter((line) => line !== ''),
    confirm,
    refuse: say('consent.refuse'),
  };
}

/** What macOS puts after "Culvert is trying to". */
export function unlockWord(language: Language): string {
  return texts[language]('consent.unlock');
}

export function newKeyText(title: string, key: string, language: Language): ConsentText {
  const say = texts[language];
  const name = foreignText(title);
  return {
    message: name === '' ? say('consent.newKey.message') : say('consent.newKey.named', { name }),
    lines: [key, say('consent.newKey.hint')],
    confirm: say('consent.newKey.copy'),
    refuse: say('consent.newKey.later'),
  };
}
