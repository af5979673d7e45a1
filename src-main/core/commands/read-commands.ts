import type { CommandInput } from '#contract/ipc.ts';
import type { EndpointId } from '#contract/api/index.ts';
import { fail, ok, type Result } from '#contract/failure.ts';
import type { Account } from '../accounts/account.ts';
import { inputIssues } from '../api/answer.ts';
import { qrRows, revealFor } from '../connections/exports/exports.ts';
import { exposedEndpoint, unknownName } from './exposed-endpoint.ts';
import type { CommandsOf, WithAccount } from './command-table.ts';

/** Cached reads of the endpoints that the window may call, and their secret fields. */
export function createReadCommands({
  withAccount,
  now,
}: {
  readonly withAccount: WithAccount;
  /** Unix milliseconds. */
  readonly now: () => number;
}): CommandsOf<'cache'> {
  return {
    'cache.read': ({ id, input }) =>
      withAccount(({ readCache }) => {
        const read = exposedRead(id, input);
        return read.ok ? ok(readCache.read(read.value.id, read.value.input)) : read;
      }),
    'cache.copy': (field) =>
      withAccount(async (account) => {
        const text = fieldOf(account, field, 'text');
        return text.ok ? ok({ clearsAt: await account.copy(text.value) }) : text;
      }),
    'cache.reveal': (field) =>
      withAccount((account) => {
        const text = fieldOf(account, field, 'secret');
        return text.ok ? ok({ text: text.value, until: now() + revealFor }) : text;
      }),
    'cache.qr': (field) =>
      withAccount((account) => {
        const text = fieldOf(account, field, 'secret');
        return text.ok ? ok({ rows: qrRows(text.value) }) : text;
      }),
  };
}

/** The exposed read with this id, with its checked input. */
function exposedRead(id: string, input: unknown): Result<{ id: EndpointId; input: unknown }> {
  const endpoint = exposedEndpoint(id);
  if (endpoint?.effect !== 'read') return fail('invalid-input', { issues: [unknownName] });
  const checked = endpoint.input.safeParse(input);
  return checked.success
    ? ok({ id: endpoint.id as EndpointId, input: checked.data })
    : fail('invalid-input', { endpoint: id, issues: inputIssues(checked.error) });
}

function fieldOf(
  { readCache }: Account,
  { id, input, path }: CommandInput<'cache.reveal'>,
  kind: 'secret' | 'text',
): Result<string> {
  const read = exposedRead(id, input);
  if (!read.ok) return read;
  const text = readCache[kind](read.value.id, read.value.input, path);
  return text === undefined ? fail('not-found', { reason: 'not-cached' }) : ok(text);
}
