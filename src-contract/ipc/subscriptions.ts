import { z } from 'zod';
import { Id } from '#contract/values.ts';
import { command } from './command.ts';

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

/** The URL of a custom subscription is not in the API: the build has a template of it. */
export const subscriptionCommands = {
  'subscriptions.clients': command<SubscriptionUrl>()(z.strictObject({ id: Id })),
} as const;
