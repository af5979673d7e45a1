import type {
  CommandAnswer,
  CommandInput,
  CommandName,
  EventName,
  Events,
} from '../src-contract/bridge.ts';
import { fail, type Result } from '../src-contract/failure.ts';

/** What the preload leaves in the window: the only way out of it. */
export interface CulvertBridge {
  call(name: string, input: unknown): Promise<unknown>;
  listen(event: string, listener: (payload: unknown) => void): () => void;
}

declare global {
  interface Window {
    readonly culvert: CulvertBridge;
  }
}

/**
 * Asks the main process. Never rejects: whatever goes wrong is a `Failure`, also when the main
 * process went away in the middle (`unsent`). Inputs are checked and answers are made in main, whose
 * types `src-contract/bridge.ts` fixes for both ends.
 */
export async function call<Name extends CommandName>(
  name: Name,
  input: CommandInput<Name>,
): Promise<Result<CommandAnswer<Name>>> {
  try {
    return (await window.culvert.call(name, input)) as Result<CommandAnswer<Name>>;
  } catch {
    return fail('unsent');
  }
}

/** Hears one event of the main process until the returned function is called. */
export function listen<Name extends EventName>(
  event: Name,
  listener: (payload: Events[Name]) => void,
): () => void {
  return window.culvert.listen(event, (payload) => {
    listener(payload as Events[Name]);
  });
}
