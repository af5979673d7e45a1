import { z } from 'zod';
import type { Control } from '#service/control.ts';
import type { ServiceApp } from './hono.ts';

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

const Commands = {
  faults: z.strictObject({ faults: z.array(z.string()) }),
  advance: z.strictObject({ seconds: z.number() }),
  notify: z.strictObject({ content: z.string() }),
  balance: z.strictObject({
    balance: z.int().optional(),
    referral_balance: z.int().optional(),
  }),
};

/**
 * The control of the service for another process, under `/_control/`: `GET state`, `GET requests`,
 * `GET notifications` (those handed out), `POST faults`, `advance`, `notify`, `balance`,
 * `POST accounts`. Answers this machine only, and takes JSON only, which no page of a browser can
 * send here without asking.
 */
export function addControlRoutes(app: ServiceApp, control: Control): void {
  app.use('/_control/*', async (context, next) => {
    const address = context.env.incoming.socket.remoteAddress ?? '';
    const isJson = context.req.header('content-type')?.startsWith('application/json') ?? false;
    const isRead = context.req.method === 'GET';
    if (!loopback.has(address) || !(isRead || isJson)) return context.text('forbidden', 403);
    return next();
  });

  app.get('/_control/state', (context) => context.json(control.state));
  app.get('/_control/requests', (context) =>
    context.json({ counts: control.journal.counts(), entries: control.journal.entries() }),
  );
  app.get('/_control/notifications', (context) => context.json(control.journal.taken()));

  app.post('/_control/faults', async (context) => {
    control.setFaults(Commands.faults.parse(await context.req.json()).faults);
    return context.json(true);
  });
  app.post('/_control/advance', async (context) => {
    control.advance(Commands.advance.parse(await context.req.json()).seconds);
    return context.json({ now: control.now() });
  });
  app.post('/_control/notify', async (context) => {
    control.notify(Commands.notify.parse(await context.req.json()).content);
    return context.json(true);
  });
  app.post('/_control/balance', async (context) => {
    const { balance, referral_balance } = Commands.balance.parse(await context.req.json());
    control.setBalance({
      ...(balance !== undefined && { balance }),
      ...(referral_balance !== undefined && { referral_balance }),
    });
    return context.json(true);
  });
  app.post('/_control/accounts', (context) => {
    const { account, key } = control.addAccount();
    return context.json({ id: account.id, key });
  });
}
