import { EventEmitter } from 'node:events';
import type { Engine } from '#test/stand-in/engine/engine.ts';
import type { CommandLine } from './command-line.ts';
import type { StandInSession } from './window/session.ts';

/** A request of a page outside its own origin. */
interface RequestElsewhere {
  readonly url: string;
  readonly type: string;
  /** The program's own guard called it off; the stand-in does so in any case. */
  readonly refused: boolean;
}

/** What passes the policy and `webRequest`: a dictionary, a name or connection in advance, WebRTC. */
interface NetworkAttempt {
  readonly kind: 'dictionary' | 'dns' | 'preconnect' | 'webrtc';
  readonly to: string;
}

/** What the program did to the system around it, in the order in which it did. */
export interface Records {
  readonly requestsElsewhere: RequestElsewhere[];
  readonly networkAttempts: NetworkAttempt[];
  readonly windowOpens: { readonly url: string; readonly denied: boolean }[];
  readonly navigations: { readonly url: string; readonly denied: boolean }[];
  readonly downloads: { readonly url: string; readonly denied: boolean }[];
  readonly notifications: { readonly title: string; readonly body: string }[];
  readonly errorBoxes: { readonly title: string; readonly content: string }[];
  readonly openedElsewhere: string[];
  readonly loginItems: object[];
}

/** The machine that the program believes to run on: shared by the parts of the `electron` module. */
export interface Machine {
  readonly engine: Engine;
  readonly records: Records;
  /** Schemes that were registered as privileged: each is an origin of its own. */
  readonly schemes: Set<string>;
  readonly defaultSession: StandInSession;
  readonly commandLine: CommandLine;
  /** Chromium's processes end at once for root, unless they are started without the sandbox. */
  readonly asRoot: boolean;
  /**
   * Emits `theme`, `window-created`, `window-closed`, `closed-by-user`, `focus-elsewhere`,
   * `notification-clicked` with a title.
   */
  readonly signals: EventEmitter;
  /** Before this no window can be made, and some things can be set up only before it. */
  ready: boolean;
  dark: boolean;
}

export function createMachine(
  parts: Pick<Machine, 'engine' | 'defaultSession' | 'commandLine' | 'asRoot'>,
): Machine {
  return {
    ...parts,
    records: {
      requestsElsewhere: [],
      networkAttempts: [],
      windowOpens: [],
      navigations: [],
      downloads: [],
      notifications: [],
      errorBoxes: [],
      openedElsewhere: [],
      loginItems: [],
    },
    schemes: new Set(),
    signals: new EventEmitter(),
    ready: false,
    dark: false,
  };
}

/** Fails as Electron does where something is used before it is ready. */
export function wantReady(machine: Pick<Machine, 'ready'>, message: string): void {
  if (!machine.ready) throw new Error(message);
}

/** What Electron says of a window or a page that is used after its end. */
export const destroyedText = 'Object has been destroyed';

/** An event whose default a listener can prevent, as Electron passes it. */
interface Preventable {
  defaultPrevented: boolean;
  preventDefault(): void;
}

export function preventable<More extends object>(more: More): More & Preventable {
  const event = {
    ...more,
    defaultPrevented: false,
    preventDefault: () => {
      event.defaultPrevented = true;
    },
  };
  return event;
}
