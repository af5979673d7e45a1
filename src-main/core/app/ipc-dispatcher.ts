import { z } from 'zod';
import { ipc, type CommandName } from '#contract/ipc.ts';
import type { EndpointId } from '#contract/api/index.ts';
import { fail, ok, type Result } from '#contract/failure.ts';
import { PurchaseInput } from '#contract/ipc/purchase-journal.ts';
import type { Account } from '#core/session/account.ts';
import { inputIssues } from '#core/api/answer.ts';
import { exposedEndpoint, unknownName } from '#core/api/exposed-endpoint.ts';
import { displayedData } from '#core/api/redaction.ts';
import type { AppParts } from './app-parts.ts';
import { accountCommands } from './commands/account-commands.ts';
import { backupCommands } from './commands/backup-commands.ts';
import { checkCommands } from './commands/check-commands.ts';
import type { Commands } from './commands/command.ts';
import { networkCommands } from './commands/network-commands.ts';
import { purchaseCommands } from './commands/purchase-commands.ts';
import { secretCommands } from './commands/secret-commands.ts';
import { sessionCommands } from './commands/session-commands.ts';
import { settingsCommands } from './commands/settings-commands.ts';
import { quickCommands } from './quick-copy.ts';
import { endpointQuestion } from '#core/purchases/consent/endpoint-question.ts';
import type { ConsentQuestion } from '#core/kernel/consent-question.ts';

const commands: Commands = {
  ...sessionCommands,
  ...accountCommands,
  ...checkCommands,
  ...quickCommands,
  ...secretCommands,
  ...purchaseCommands,
  ...backupCommands,
  ...settingsCommands,
  ...networkCommands,
};

const whileLocked: ReadonlySet<string> = new Set<CommandName>([
  'app.info',
  // The quick copy window leads to the main one, where it is unlocked.
  'quick.hide',
  'quick.open',
  'session.forgetPassphrase',
  'session.get',
  'session.unlock',
  'settings.get',
]);

const RebootedServer = z.object({ path: z.object({ id: z.number() }) });
const RebootAnswer = z.object({ success: z.boolean() });

/** An accepted reboot is followed until the server is back. */
function noteReboot(account: Account, input: unknown, answer: unknown): void {
  if (RebootAnswer.parse(answer).success) {
    account.reboots.started(RebootedServer.parse(input).path.id);
  }
}

/** Answers the window's calls by name: a command, or an endpoint that is exposed to it. Never throws. */
export function createIpcDispatcher(app: AppParts) {
  const { session, consent, options } = app;

  /** Fails also where another account is open by then, or other questions would be asked. */
  async function consentTo(
    read: () => readonly ConsentQuestion[] | Promise<readonly ConsentQuestion[]>,
  ): Promise<Result<null>> {
    const account = session.current();
    const questions = await read();
    for (const question of questions) {
      const given = await consent.ask(question);
      if (!given.ok) return given;
    }
    if (session.current() !== account) return fail('unsent', { reason: 'signed-out' });
    const isSame = JSON.stringify(await read()) === JSON.stringify(questions);
    return isSame ? ok(null) : fail('unsent');
  }

  async function callCommand(name: CommandName, input: unknown): Promise<Result<unknown>> {
    const checked = ipc.commands[name].input.safeParse(input);
    if (!checked.success) return fail('invalid-input', { issues: inputIssues(checked.error) });
    // The schema of this very name has checked the input.
    const data = checked.data as never;
    const handler = commands[name];
    if (typeof handler === 'function') return handler(data, app);
    const allowed = await consentTo(() => handler.asks(data, app));
    return allowed.ok ? handler.run(data, app) : allowed;
  }

  /** Sends an exposed endpoint's request as the window gave it, once the user agreed where needed. */
  async function callEndpoint(id: EndpointId, input: unknown): Promise<Result<unknown>> {
    const account = session.current();
    const endpoint = exposedEndpoint(id);
    if (!endpoint) return unknownName;
    if (!account) return fail('unsent', { reason: 'signed-out' });
    // What the endpoint refuses is not asked about.
    const checked = endpoint.input.safeParse(input);
    if (endpoint.consent !== null && checked.success) {
      const asked = PurchaseInput.parse(checked.data);
      const allowed = await consentTo(() => {
        const question = endpointQuestion(id, asked, account);
        return question === null ? [] : [question];
      });
      if (!allowed.ok) return allowed;
    }
    const result: Result<unknown> = await account.client.call(id, input as never, {
      priority: 'user',
    });
    account.changed(id, input, result);
    if (!result.ok) return result;
    if (endpoint.reboots) noteReboot(account, input, result.value);
    return ok(displayedData(endpoint, result.value));
  }

  return async (name: string, input: unknown): Promise<Result<unknown>> => {
    try {
      if (session.state().status === 'auto-locked' && !whileLocked.has(name)) {
        return fail('unsent', { reason: 'locked' });
      }
      if (Object.hasOwn(ipc.commands, name)) {
        const answer = await callCommand(name as CommandName, input);
        return answer;
      }
      if (exposedEndpoint(name)) return await callEndpoint(name as EndpointId, input);
      return unknownName;
    } catch (error) {
      options.log.write('error', 'call-failed', {
        error: error instanceof Error ? error.name : 'unknown',
      });
      return fail('unsent');
    }
  };
}
