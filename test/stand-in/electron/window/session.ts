import { EventEmitter } from 'node:events';
import type { Session as ElectronSession } from 'electron';

export type Handler = (request: Request) => Response | Promise<Response>;
type RequestDetails = { url: string; resourceType: string };
type RequestListener = (
  details: RequestDetails,
  answer: (verdict: { cancel?: boolean }) => void,
) => void;
type PermissionCheck = NonNullable<Parameters<ElectronSession['setPermissionCheckHandler']>[0]>;
type PermissionRequest = NonNullable<Parameters<ElectronSession['setPermissionRequestHandler']>[0]>;

/** A session: its protocol handlers, and the guards that the program has set. */
export interface StandInSession extends EventEmitter {
  readonly protocol: {
    handle(scheme: string, handler: Handler): void;
    isProtocolHandled(scheme: string): boolean;
  };
  readonly webRequest: {
    onBeforeRequest(filter: { urls: string[] }, listener: RequestListener | null): void;
  };
  /** Zoom levels by host, which all pages of a session share. In memory, they end with it. */
  readonly zoomLevels: Map<string, number>;
  /** Whether its data is stored on the disk. */
  isPersistent(): boolean;
  setProxy(config: { readonly mode?: string; readonly proxyRules?: string }): Promise<void>;
  setSpellCheckerLanguages(languages: string[]): void;
  setSpellCheckerDictionaryDownloadURL(url: string): void;
  setPermissionCheckHandler(handler: PermissionCheck | null): void;
  setPermissionRequestHandler(handler: PermissionRequest | null): void;
  setDevicePermissionHandler(handler: ((details: never) => boolean) | null): void;
  setDisplayMediaRequestHandler(handler: ((...parts: never[]) => void) | null): void;
  /** For the stand-in: what the program's handlers answer. */
  readonly guards: {
    /** Whether what is not stopped before reaches the network. */
    reachesNetwork(): boolean;
    handler(scheme: string): Handler | undefined;
    /** Whether the program itself calls a request off. */
    cancels(details: RequestDetails): Promise<boolean>;
    /** As in Electron: a permission that no handler refuses is granted. */
    grants(permission: string, origin: string): Promise<boolean>;
  };
}

const proxyModes = new Set(['direct', 'auto_detect', 'pac_script', 'fixed_servers', 'system']);

/** The discard port of this computer: nothing answers there. */
const deadProxy = '127.0.0.1:9';
const dictionaries = 'https://redirector.gvt1.com/edgedl/chrome/dict/';

/** Makes and announces a session, and loads its dictionaries, as Electron does without `spellcheck` too. */
export function makeSession(
  partition: string,
  announce: (session: StandInSession) => void,
  onDictionary: (url: string) => void,
): StandInSession {
  const session = createSession(partition.startsWith('persist:'));
  let languages = ['en-US'];
  let url = dictionaries;
  Object.assign(session, {
    setSpellCheckerLanguages: (next: string[]) => {
      languages = next;
    },
    setSpellCheckerDictionaryDownloadURL: (next: string) => {
      url = next;
    },
  });
  // The loading begins on another thread, after the event that announces the session.
  queueMicrotask(() => {
    for (const language of languages) onDictionary(`${url}${language}.bdic`);
  });
  announce(session);
  return session;
}

/** What a program has set to answer, cancel and refuse the requests of its session's pages. */
class SessionGuards {
  readonly handlers = new Map<string, Handler>();
  beforeRequest: RequestListener | null = null;
  permissionCheck: ((contents: null, permission: string, origin: string) => boolean) | null = null;
  permissionRequest:
    | ((contents: null, permission: string, answer: (granted: boolean) => void) => void)
    | null = null;
  proxyRules: string | undefined;

  reachesNetwork(): boolean {
    return this.proxyRules !== deadProxy;
  }

  handler(scheme: string): Handler | undefined {
    return this.handlers.get(scheme);
  }

  cancels(details: RequestDetails): Promise<boolean> {
    const listener = this.beforeRequest;
    return new Promise<boolean>((resolve) => {
      if (listener === null) resolve(false);
      else
        listener(details, ({ cancel }) => {
          resolve(cancel === true);
        });
    });
  }

  async grants(permission: string, origin: string): Promise<boolean> {
    const { permissionCheck: check, permissionRequest: request } = this;
    if (check !== null && !check(null, permission, origin)) return false;
    if (request === null) return true;
    return await new Promise<boolean>((resolve) => {
      request(null, permission, resolve);
    });
  }
}

export function createSession(persistent = true): StandInSession {
  const guards = new SessionGuards();
  return Object.assign(new EventEmitter(), {
    guards,
    zoomLevels: new Map<string, number>(),
    isPersistent: () => persistent,
    setProxy: async (config: { readonly mode?: string; readonly proxyRules?: string }) => {
      const { mode = 'fixed_servers' } = config;
      if (!proxyModes.has(mode)) throw new Error(`Invalid mode "${mode}"`);
      guards.proxyRules = config.proxyRules;
    },
    setSpellCheckerLanguages: () => undefined,
    setSpellCheckerDictionaryDownloadURL: () => undefined,
    protocol: {
      handle: (scheme: string, handler: Handler) => {
        if (guards.handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
        guards.handlers.set(scheme, handler);
      },
      isProtocolHandled: (scheme: string) => guards.handlers.has(scheme),
    },
    webRequest: {
      onBeforeRequest: (_filter: { urls: string[] }, listener: RequestListener | null) => {
        guards.beforeRequest = listener;
      },
    },
    setPermissionCheckHandler: (handler: PermissionCheck | null) => {
      guards.permissionCheck = handler as SessionGuards['permissionCheck'];
    },
    setPermissionRequestHandler: (handler: PermissionRequest | null) => {
      guards.permissionRequest = handler as SessionGuards['permissionRequest'];
    },
    setDevicePermissionHandler: () => undefined,
    setDisplayMediaRequestHandler: () => undefined,
  });
}
