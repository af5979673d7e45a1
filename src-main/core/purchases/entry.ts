import { z } from 'zod';
import type { PurchaseEndpoint } from '#contract/api/index.ts';
import {
  PurchaseFields,
  purchaseSecrets,
  type PurchaseEntry,
  type PurchaseInput,
  type PurchaseState,
} from '#contract/ipc/purchase-journal.ts';
import { isLoopback } from '#contract/loopback.ts';
import { products } from '#contract/products.ts';
import { StoredFailure } from '#core/kernel/stored-failure.ts';
import { ExpectedEffect, Span } from './match.ts';
import { descriptors } from './products/descriptors.ts';

/** An entry of the journal as it is stored: plain data, secrets among it. */
export const Entry = PurchaseFields.extend({
  expected: ExpectedEffect,
  /** When the last attempt can have had its effect. */
  span: Span,
  /** The whole answer until it has been interpreted: status, and its bytes in Base64. */
  answer: z.object({ status: z.number(), body: z.string() }).readonly().nullable(),
  failure: StoredFailure.nullable(),
  secrets: z.partialRecord(z.enum(purchaseSecrets), z.string()).readonly(),
  copiedSecrets: z.array(z.enum(purchaseSecrets)).readonly(),
  opened: z.boolean(),
  /** While waiting: the payments that its link may be for; `null` before that was looked up. */
  payments: z.array(z.number()).readonly().nullable(),
  /** Another purchase of ours was sent since: later traces are no longer distinguished from it. */
  superseded: z.boolean(),
});
export type Entry = Readonly<z.output<typeof Entry>>;

/** What the user may send again, by an explicit command alone. */
export const retryable: ReadonlySet<PurchaseState> = new Set(['not-seen', 'unclear']);

/** A link that is still of use is stored without anyone having to say that it is saved. */
const linkStates: ReadonlySet<PurchaseState> = new Set(['waiting', 'stopped']);

/** Whether it holds something that the user has yet to say is saved. */
export function isUnsaved({ secrets, state }: Entry): boolean {
  return Object.keys(secrets).length > 0 && !linkStates.has(state);
}

/** Whether sending it again needs the input again: some of its fields were not stored. */
export function needsInput({ endpoint }: Pick<Entry, 'endpoint'>): boolean {
  return descriptors[endpoint].transientFields.length > 0;
}

/** The input as it is stored with the intent: without the transient fields of its endpoint. */
export function storedInput(endpoint: PurchaseEndpoint, input: PurchaseInput): PurchaseInput {
  if (input.body === undefined) return input;
  const { transientFields } = descriptors[endpoint];
  const stored = Object.entries(input.body).filter(([name]) => !transientFields.includes(name));
  return { ...input, body: Object.fromEntries(stored) };
}

/** A stored input as it may be shown: `null` where there is a promocode, which is as good as money. */
function shownInput(input: PurchaseInput): PurchaseInput {
  const { body } = input;
  return body?.promocode === undefined ? input : { ...input, body: { ...body, promocode: null } };
}

function pageOf({ endpoint, state, result }: Entry): string | null {
  const { productKind: kind } = descriptors[endpoint];
  const isShown = kind !== null && state === 'done' && result?.resource !== undefined;
  return isShown ? products[kind].page(result.resource) : null;
}

interface Link {
  readonly url: string;
  /** With its port; international names as they are looked up. Empty for what is no address. */
  readonly host: string;
  readonly origin: string;
  readonly opens: boolean;
}

/** It opens when it is https without a user name, or of the service on this machine. */
export function linkIn({ secrets }: Pick<Entry, 'secrets'>, service: string): Link | null {
  const text = secrets['payment-link'] ?? secrets['messenger-link'];
  if (text === undefined) return null;
  const url = URL.parse(text);
  if (url === null) return { url: text, host: '', origin: '', opens: false };
  const anonymous = url.username === '' && url.password === '';
  const own = isLoopback(url) && url.origin === URL.parse(service)?.origin;
  const opens = anonymous && (url.protocol === 'https:' || own);
  return { url: url.href, host: url.host, origin: url.origin, opens };
}

/** The entry as the window sees it: without any secret. */
export function displayed(entry: Entry, service: string): PurchaseEntry {
  const { endpoint, state, failure, secrets } = entry;
  const { productKind, spends, holdsApiKey, linkUse } = descriptors[endpoint];
  const link = linkIn(entry, service);
  return {
    ...PurchaseFields.parse(entry),
    productKind,
    spends,
    holdsApiKey,
    linkUse,
    input: shownInput(entry.input),
    page: pageOf(entry),
    failure,
    secrets: purchaseSecrets.flatMap((name) => {
      const text = secrets[name];
      return text === undefined ? [] : [{ name, hidden: text.length }];
    }),
    unsaved: isUnsaved(entry),
    link: link && { host: link.host, opened: entry.opened, opens: link.opens },
    needsInput: needsInput(entry) && retryable.has(state),
  };
}
