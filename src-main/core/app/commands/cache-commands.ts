import type { CommandInput } from '#contract/ipc.ts';
import type { EndpointId } from '#contract/api/index.ts';
import { fail, ok, type Result } from '#contract/failure.ts';
import type { Account } from '#core/session/account.ts';
import { inputIssues } from '#core/api/answer.ts';
import { exposedEndpoint, unknownName } from '#core/api/exposed-endpoint.ts';
import { withAccount, type CommandsOf } from './command.ts';
import { qrCodes, revealFor } from '#core/connections/exports/exports.ts';
import { openEncryptedLink } from '#core/connections/open-link.ts';

/** Cached reads of the endpoints that the window may call, and their secret fields. */
export const cacheCommands: CommandsOf<'cache'> = {
  'cache.read': withAccount(({ readCache }, { id, input }) => {
    const read = exposedRead(id, input);
    return read.ok ? ok(readCache.read(read.value.id, read.value.input)) : read;
  }),
  'cache.copy': withAccount(async (account, field) => {
    const text = fieldOf(account, field, 'text');
    return text.ok ? ok({ clearsAt: await account.copy(text.value) }) : text;
  }),
  'cache.reveal': withAccount((account, field, { options }) => {
    const text = fieldOf(account, field, 'secret');
    return text.ok ? ok({ text: text.value, until: options.clock.now() + revealFor }) : text;
  }),
  'cache.open': withAccount((account, field, { options }) => {
    const link = fieldOf(account, field, 'secret');
    return link.ok ? openEncryptedLink(options.shell, link.value) : link;
  }),
  'cache.qr': withAccount((account, field) => {
    const text = fieldOf(account, field, 'secret');
    return text.ok ? ok({ codes: qrCodes(text.value) }) : text;
  }),
};

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
