import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';

/** What has crossed between the windows of a Chromium and the programs that opened them. */
interface IpcMeter {
  /** Bytes of messages, both ways, since the beginning. */
  bytes(): number;
  /** Waits until nothing has crossed for so many milliseconds, or until `longestMs` are over. */
  quiet(ms: number, longestMs: number): Promise<void>;
}

/**
 * Counts every IPC message of the stand-in in windows of `browser`: it listens to the DevTools
 * protocol that carries them: the window's as calls of a binding, main's as calls of a function.
 */
export function createIpcMeter(browser: Browser): IpcMeter {
  let bytes = 0;
  const count = (text: unknown) => {
    if (typeof text === 'string') bytes += Buffer.byteLength(text);
  };

  function listen(session: CDPSession): CDPSession {
    const send = session.send.bind(session);
    session.on('Runtime.bindingCalled', ({ payload }) => {
      count(payload);
    });
    session.send = ((method: string, params: { arguments?: readonly { value?: unknown }[] }) => {
      // Its arguments are who receives it, and the message.
      if (method === 'Runtime.callFunctionOn') count(params.arguments?.at(-1)?.value);
      return send(method as 'Runtime.callFunctionOn', params as never);
    }) as CDPSession['send'];
    return session;
  }

  const open = browser.newContext.bind(browser);
  browser.newContext = async (options): Promise<BrowserContext> => {
    const context = await open(options);
    const attach = context.newCDPSession.bind(context);
    context.newCDPSession = async (page: Page) => listen(await attach(page));
    return context;
  };

  return {
    bytes: () => bytes,
    async quiet(ms, longestMs) {
      const deadline = performance.now() + longestMs;
      for (let before = -1; before !== bytes && performance.now() < deadline;) {
        before = bytes;
        await new Promise((resolve) => setTimeout(resolve, ms));
      }
    },
  };
}
