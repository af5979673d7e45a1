import type { EndpointId } from '#contract/api/index.ts';
import { fail, ok, type Result } from '#contract/failure.ts';
import { inputIssues } from '#core/api/answer.ts';
import { exposedEndpoint, unknownName } from '#core/api/exposed-endpoint.ts';
import { withAccount, type CommandsOf } from './command.ts';

export const cacheCommands: CommandsOf<'cache'> = {
  'cache.read': withAccount(({ readCache }, { id, input }) => {
    const read = exposedRead(id, input);
    return read.ok ? ok(readCache.read(read.value.id, read.value.input)) : read;
  }),
};

export function exposedRead(
  id: string,
  input: unknown,
): Result<{ id: EndpointId; input: unknown }> {
  const endpoint = exposedEndpoint(id);
  if (endpoint?.effect !== 'read') return fail('invalid-input', { issues: [unknownName] });
  const checked = endpoint.input.safeParse(input);
  return checked.success
    ? ok({ id: endpoint.id as EndpointId, input: checked.data })
    : fail('invalid-input', { endpoint: id, issues: inputIssues(checked.error) });
}
