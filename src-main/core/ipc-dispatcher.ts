import { ipc, type CommandName } from '#contract/ipc.ts';
import { api, type EndpointId } from '#contract/api/index.ts';
import { fail, ok, type Result } from '#contract/failure.ts';
import type { Account } from './accounts/account.ts';
import type { Session } from './accounts/session.ts';
import { inputIssues } from './api/answer.ts';
import { displayedData } from './api/redaction.ts';
import type { App } from './app.ts';
import type { Commands } from './commands/command-table.ts';
import { exposedEndpoint, unknownName } from './commands/exposed-endpoint.ts';
import type { Consent } from './consent/consent.ts';
import { endpointQuestion } from './consent/endpoint-question.ts';
import type { Log } from './ports.ts';

/** What the window may call while Culvert has locked itself. */
const whileLocked: ReadonlySet<string> = new Set<CommandName>([
  'app.info',
  // The quick copy window leads to the main one, where it is unlocked.
  'quick.hide',
  'quick.open',
  'session.get',
  'session.unlock',
  'settings.get',
]);

/** An accepted reboot invalidates the server's earlier readings. */
function noteReboot(account: Account, id: EndpointId, input: unknown, answer: unknown): void {
  if (id !== 'cloudServers.reboot') return;
  const { path } = api[id].input.parse(input);
  if (api[id].data.parse(answer).success) account.serverStates.rebooted(path.id);
}

/** Answers the window's calls by name: a command, or an endpoint that is exposed to it. Never throws. */
export function createIpcDispatcher(options: {
  readonly commands: Commands;
  readonly session: Pick<Session, 'current' | 'state'>;
  /** Called for each answer just before the window gets it. */
  readonly onAnswer: (name: string) => void;
  readonly consent: Pick<Consent, 'ask'>;
  readonly log: Log;
}): App['call'] {
  const { commands, session, consent, log, onAnswer } = options;

  async function callCommand(name: CommandName, input: unknown): Promise<Result<unknown>> {
    const checked = ipc.commands[name].input.safeParse(input);
    if (!checked.success) return fail('invalid-input', { issues: inputIssues(checked.error) });
    // The schema of this very name has checked the input.
    return commands[name](checked.data as never);
  }

  /** Sends an exposed endpoint's request as the window gave it, once the user agreed where needed. */
  async function callEndpoint(id: EndpointId, input: unknown): Promise<Result<unknown>> {
    const account = session.current();
    const endpoint = exposedEndpoint(id);
    if (!endpoint) return fail('invalid-input', { issues: [unknownName] });
    if (!account) return fail('unsent', { reason: 'signed-out' });
    const question = endpointQuestion(account, id, input);
    const allowed = question === null ? ok(null) : await consent.ask(question);
    if (!allowed.ok) return allowed;
    const result: Result<unknown> = await account.client.call(id, input as never, {
      priority: 'user',
    });
    // Where the answer was lost, or the thing is gone, what is shown is out of date as well.
    if (result.ok || ['outcome-unknown', 'not-found'].includes(result.failure.kind)) {
      account.makeStale(endpoint.makesStale, input);
    }
    if (!result.ok) return result;
    account.systemNotifications.sent(id, input);
    noteReboot(account, id, input, result.value);
    return ok(displayedData(endpoint, result.value));
  }

  return async (name, input) => {
    try {
      if (session.state().status === 'auto-locked' && !whileLocked.has(name)) {
        return fail('unsent', { reason: 'locked' });
      }
      if (Object.hasOwn(ipc.commands, name)) {
        const answer = await callCommand(name as CommandName, input);
        if (answer.ok) onAnswer(name);
        return answer;
      }
      if (exposedEndpoint(name)) return await callEndpoint(name as EndpointId, input);
      return fail('invalid-input', { issues: [unknownName] });
    } catch (error) {
      log.write('error', 'call-failed', {
        error: error instanceof Error ? error.name : 'unknown',
      });
      return fail('unsent');
    }
  };
}
