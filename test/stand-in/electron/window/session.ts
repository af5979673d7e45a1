import { EventEmitter } from 'node:events';
import type { Session as ElectronSession } from 'electron';

type Handler = (request: Request) => Response | Promise<Response>;
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
  setProxy(config: { readonly proxyRules?: string }): Promise<void>;
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
    /** As Electron has it: what nobody refuses is granted. */
    grants(permission: string, origin: string): Promise<boolean>;
  };
}

/** The port of this computer that discards: nobody answers there. */
const deadProxy = '127.0.0.1:9';
const dictionaries = 'https://redirector.gvt1.com/edgedl/chrome/dict/';

/**
 * Makes a session, announces it, and loads its dictionaries, as Electron does whatever `spellcheck` of
 * a window says.
 */
export function makeSession(
  announce: (session: StandInSession) => void,
  onDictionary: (url: string) => void,
): StandInSession {
  const session = createSession();
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
  // The loading begins on another thread, after the program has heard of the session.
  queueMicrotask(() => {
    for (const language of languages) onDictionary(`${url}${language}.bdic`);
  });
  announce(session);
  return session;
}

export function createSession(): StandInSession {
  const handlers = new Map<string, Handler>();
  let beforeRequest: RequestListener | null = null;
  let check: ((contents: null, permission: string, origin: string) => boolean) | null = null;
  let request:
    ((contents: null, permission: string, answer: (granted: boolean) => void) => void) | null =
    null;

  let proxyRules: string | undefined;

  return Object.assign(new EventEmitter(), {
    setProxy: (config: { readonly proxyRules?: string }) => {
      ({ proxyRules } = config);
      return Promise.resolve();
    },
    setSpellCheckerLanguages: () => undefined,
    setSpellCheckerDictionaryDownloadURL: () => undefined,
    protocol: {
      handle: (scheme: string, handler: Handler) => {
        if (handlers.has(scheme)) throw new Error(`protocol ${scheme} is handled already`);
        handlers.set(scheme, handler);
      },
      isProtocolHandled: (scheme: string) => handlers.has(scheme),
    },
    webRequest: {
      onBeforeRequest: (_filter: { urls: string[] }, listener: RequestListener | null) => {
        beforeRequest = listener;
      },
    },
    setPermissionCheckHandler: (handler: PermissionCheck | null) => {
      check = handler as typeof check;
    },
    setPermissionRequestHandler: (handler: PermissionRequest | null) => {
      request = handler as typeof request;
    },
    setDevicePermissionHandler: () => undefined,
    setDisplayMediaRequestHandler: () => undefined,
    guards: {
      reachesNetwork: () => proxyRules !== deadProxy,
      handler: (scheme: string) => handlers.get(scheme),
      cancels: (details: RequestDetails) =>
        new Promise<boolean>((resolve) => {
          if (beforeRequest === null) resolve(false);
          else
            beforeRequest(details, ({ cancel }) => {
              resolve(cancel === true);
            });
        }),
      grants: async (permission: string, origin: string) => {
        if (check !== null && !check(null, permission, origin)) return false;
        const ask = request;
        if (ask === null) return true;
        return await new Promise<boolean>((resolve) => {
          ask(null, permission, resolve);
        });
      },
    },
  });
}
