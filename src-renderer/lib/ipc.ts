import type { CommandAnswer, CommandInput, CommandName, EventName, Events } from '#contract/ipc.ts';
import type { Api, ChangeId } from '#contract/api/index.ts';
import type { DataOf, InputOf } from '#contract/endpoint.ts';
import { fail, type Result } from '#contract/failure.ts';

/** What the preload leaves in the window: the only way out of it. */
interface CulvertIpc {
  call(name: string, input: unknown): Promise<unknown>;
  listen(event: string, listener: (payload: unknown) => void): () => void;
}

declare global {
  interface Window {
    readonly culvert: CulvertIpc;
  }
}

/** Asks the main process. Never rejects: a vanished main process is `unsent`. */
export async function call<Name extends CommandName>(
  name: Name,
  input: CommandInput<Name>,
): Promise<Result<CommandAnswer<Name>>> {
  return (await ask(name, input)) as Result<CommandAnswer<Name>>;
}

/** Calls one endpoint, like `call`. Secret fields of the answer are always `null`. */
export async function send<Id extends ChangeId>(
  id: Id,
  input: InputOf<Api[Id]>,
): Promise<Result<DataOf<Api[Id]>>> {
  return (await ask(id, input)) as Result<DataOf<Api[Id]>>;
}

/** With a plain copy: what crosses IPC is cloned, and one of Vue's proxies cannot be. */
async function ask(name: string, input: unknown): Promise<unknown> {
  try {
    return await window.culvert.call(name, JSON.parse(JSON.stringify(input)));
  } catch {
    return fail('unsent');
  }
}

/** Subscribes to one event of the main process until the returned function is called. */
export function listen<Name extends EventName>(
  event: Name,
  listener: (payload: Events[Name]) => void,
): () => void {
  return window.culvert.listen(event, (payload) => {
    listener(payload as Events[Name]);
  });
}
