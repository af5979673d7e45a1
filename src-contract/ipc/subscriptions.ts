import { z } from 'zod';
import { Id } from '#contract/values.ts';
import { command } from './command.ts';
import type { QrRows } from './connections.ts';

/** The clients that a subscription is opened in, each by its own import link. */
export const subscriptionClients = [
  'hiddify',
  'karing',
  'happ',
  'clash-verge',
  'flclashx',
  'flclash',
  'sing-box',
] as const;
export type SubscriptionClient = (typeof subscriptionClients)[number];

/** How a subscription gets into an app; its URL itself stays in main, as every secret. */
interface SubscriptionUrl {
  /** `false`: this build does not say what the URL of this service's subscriptions is. */
  readonly known: boolean;
  /** The installed programs that import it, by what the system calls them. */
  readonly clients: readonly { readonly client: SubscriptionClient; readonly name: string }[];
}

const ById = z.strictObject({ id: Id });

/** The URL of a custom subscription, which is not in the API: the build has a template of it. */
export const subscriptionCommands = {
  'subscriptions.url': command<SubscriptionUrl>()(ById),
  /** Puts the URL on the clipboard, as `connections.copy` does. */
  'subscriptions.copyUrl': command<{ clearsAt: number | null }>()(ById),
  /** The URL as `connections.qr` gives one. */
  'subscriptions.qr': command<{ codes: readonly QrRows[] }>()(ById),
  /** Has an installed client import it; `null`: it is not there any more. */
  'subscriptions.open': command<{ client: string | null }>()(
    ById.extend({ client: z.enum(subscriptionClients) }),
  ),
} as const;
