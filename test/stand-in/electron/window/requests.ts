import type { CDPSession } from 'playwright-core';
import { fromEngine } from './addresses.ts';
import type { Machine } from '#test/stand-in/electron/machine.ts';
import type { Handler, StandInSession } from './session.ts';

interface RequestParts {
  readonly cdp: Pick<CDPSession, 'send' | 'on'>;
  readonly machine: Machine;
  readonly session: StandInSession;
  /** Called before the main frame navigates to another document. */
  readonly mayNavigate: (address: string) => boolean;
}

/** As the DevTools protocol reports it. */
interface Paused {
  readonly requestId: string;
  readonly frameId: string;
  readonly resourceType: string;
  readonly request: {
    readonly url: string;
    readonly method: string;
    readonly headers: Record<string, string>;
    readonly postData?: string;
  };
}

/** Answers the program's own schemes; all else is passed to its guards, recorded and always refused. */
export async function answerRequests({
  cdp,
  machine,
  session,
  mayNavigate,
}: RequestParts): Promise<void> {
  const fail = (requestId: string, errorReason: 'Aborted' | 'BlockedByClient' | 'Failed') =>
    cdp.send('Fetch.failRequest', { requestId, errorReason });

  async function decide(paused: Paused): Promise<unknown> {
    const { requestId, resourceType } = paused;
    const address = fromEngine(paused.request.url, machine.schemes);
    // Chromium asks for it by itself; Electron's windows have no tab to show it in.
    if (resourceType === 'Other' && address.endsWith('/favicon.ico')) {
      return await fail(requestId, 'Aborted');
    }
    if (resourceType === 'Document' && !mayNavigate(address)) {
      return await fail(requestId, 'Aborted');
    }
    const type = resourceType === 'Document' ? 'mainFrame' : resourceType.toLowerCase();
    const refused = await session.guards.cancels({ url: address, resourceType: type });
    const scheme = address.slice(0, address.indexOf(':'));
    const handler = machine.schemes.has(scheme) ? session.guards.handler(scheme) : undefined;
    if (handler === undefined) {
      machine.records.requestsElsewhere.push({ url: address, type, refused });
      return await fail(requestId, 'BlockedByClient');
    }
    if (refused) return await fail(requestId, 'BlockedByClient');
    const { method, headers, postData } = paused.request;
    const request = new Request(address, {
      method,
      headers,
      ...(postData !== undefined && { body: postData }),
    });
    const response = await answerOf(handler, request);
    if (response.type === 'error') return await fail(requestId, 'Failed');
    const body = Buffer.from(await response.arrayBuffer()).toString('base64');
    return await cdp.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: response.status,
      responseHeaders: [...response.headers].map(([name, value]) => ({ name, value })),
      body,
    });
  }

  cdp.on('Fetch.requestPaused', (paused) => {
    decide(paused).catch(() => {
      // The page has gone: then this fails too, and no caller waits for it.
      fail(paused.requestId, 'Failed').catch(() => undefined);
    });
  });
  await cdp.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
}

/** Electron writes out what a handler throws, with its message. */
async function answerOf(handler: Handler, request: Request): Promise<Response> {
  try {
    return await handler(request);
  } catch (error) {
    console.error(error);
    return Response.error();
  }
}
