import { api, type PurchaseEndpoint } from '#contract/api/index.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Failure, Result } from '#contract/failure.ts';
import { purchaseOutcome } from '#contract/purchase.ts';
import { readAnswer } from '#core/api/answer.ts';
import type { Entry } from './entry.ts';

type Outcome = Pick<Entry, 'state' | 'result' | 'secrets'>;

/**
 * Whether a failure leaves no doubt that nothing happened. A refusal and a 429 do not; what was not
 * sent does not; a server's fault and an answer that cannot be read do, and so does a request that
 * somebody on the way found too slow.
 */
export function isCertain({ kind, status }: Failure): boolean {
  switch (kind) {
    case 'server':
    case 'bad-response':
    case 'outcome-unknown':
    case 'timeout':
      return false;
    case 'rejected':
      return status !== 408 && status !== 499;
    default:
      return true;
  }
}

/** What an answer that was sealed by an earlier run says. */
export function sealedAnswer(
  row: PurchaseEndpoint,
  answer: NonNullable<Entry['answer']>,
): Result<unknown> {
  const endpoint: Endpoint = api[row];
  const body = Buffer.from(answer.body, 'base64');
  return readAnswer(endpoint, { status: answer.status, headers: {}, body });
}

/** An answer of success that could not be understood, as text: nobody gets to see it twice. */
export function notUnderstood({ answer }: Entry): string | undefined {
  if (answer === null || answer.status < 200 || answer.status > 299) return undefined;
  const text = Buffer.from(answer.body, 'base64').toString();
  return text === '' ? undefined : text;
}

/** What the checked `data` of a row's answer means. */
export function understood(entry: Entry, data: unknown): Outcome {
  const answered = answeredWith(entry, data);
  return { state: 'done', secrets: {}, ...answered, result: answered.result ?? { by: 'answer' } };
}

/** The row has checked its data; which shape goes with which row is written in the contract. */
function answeredWith({ row, asked }: Entry, data: unknown): Partial<Outcome> {
  switch (row) {
    case 'configs.create':
    case 'configs.renew':
    case 'cloudServers.create':
    case 'cloudServers.renew':
    case 'paidOptions.create':
      return purchased(asked.body?.server_id, data as never);
    case 'balance.topup':
      return waiting('payment-link', (data as { link: string }).link);
    case 'referral.withdrawSbp':
    case 'referral.withdrawCard':
      return { result: { by: 'answer', resource: (data as { id: number }).id } };
    case 'apiKeys.create': {
      const { id, key } = data as { id: number; key: string };
      return { result: { by: 'answer', resource: id }, secrets: { 'api-key': key } };
    }
    case 'profile.resetSubscriptionLink':
    case 'customSubscriptions.resetKey':
      return {};
    case 'messenger.connect':
      return waiting('messenger-link', data as string);
    case 'xray.createKeys': {
      const pair = data as { private_key: string; public_key: string };
      return { secrets: { 'private-key': pair.private_key, 'public-key': pair.public_key } };
    }
  }
}

function waiting(name: 'payment-link' | 'messenger-link', link: string): Partial<Outcome> {
  return { state: 'waiting', secrets: { [name]: link } };
}

interface Resource {
  readonly expires_at: number;
  readonly id?: number;
  readonly option_id?: number;
  /** Of a cloud server's renewal, which can be false. */
  readonly renewed?: boolean;
}

/** @param renewedId which cloud server was renewed: its answer does not say */
function purchased(renewedId: number | undefined, data: Resource): Partial<Outcome> {
  const outcome = purchaseOutcome<Resource | { promocode: string; days: number }>(data);
  switch (outcome.kind) {
    case 'payment':
      return waiting('payment-link', outcome.link);
    case 'key': {
      const { promocode, days } = outcome.key;
      return { result: { by: 'answer', days }, secrets: { 'activation-key': promocode } };
    }
    case 'resource': {
      const { expires_at, id, option_id, renewed } = outcome.resource;
      const resource = id ?? option_id ?? renewedId;
      return {
        result: {
          by: 'answer',
          expiresAt: expires_at,
          ...(resource !== undefined && { resource }),
          ...(renewed !== undefined && { renewed }),
        },
      };
    }
  }
}
