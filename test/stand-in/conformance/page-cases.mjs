import { errorOf } from './case.mjs';

/**
 * What the preload exposes.
 *
 * @typedef {object} Bridge
 * @property {number} number
 * @property {(channel: string, value?: unknown) => void} send
 * @property {(channel: string, value?: unknown) => Promise<unknown>} invoke
 * @property {(channel: string, listener: (value: unknown) => void) => () => void} listen
 * @property {() => void} fail
 * @property {() => Promise<string>} resolveLater
 * @property {() => Promise<never>} rejectLater
 * @property {(run: (value: number) => number) => number} call
 * @property {(value: unknown) => unknown} echo
 * @property {(value: object) => unknown[]} ownProto
 * @property {() => string | null} refusal
 */

/** @typedef {import('./case.mjs').Case<Bridge>} PageCase */

/** @type {readonly PageCase[]} */
const bridgeCases = [
  {
    title: 'what is exposed cannot be replaced by the page',
    spec: 'api-context-bridge',
    expected: [1, false, 1],
    run: (bridge) => [
      bridge.number,
      Reflect.set(bridge, 'number', 2),
      (Reflect.set(globalThis, 'bridge', null), bridge.number),
    ],
  },
  {
    title: 'a name is exposed once, and the second time is an error',
    spec: 'api-context-bridge',
    expected: [1, 'Cannot bind an API on top of an existing property on the window object'],
    run: (bridge) => [bridge.number, bridge.refusal()],
  },
  {
    title: 'an error of a function crosses with its message',
    spec: 'api-context-bridge',
    expected: 'oh no',
    run: (bridge) => errorOf(() => bridge.fail()),
  },
  {
    title: 'promises cross, and reject with the message',
    spec: 'api-context-bridge',
    expected: ['later', 'not today'],
    run: async (bridge) => [await bridge.resolveLater(), await errorOf(() => bridge.rejectLater())],
  },
  {
    title: 'functions of the page can be called, and answer at once',
    spec: 'api-context-bridge',
    expected: 42,
    run: (bridge) => bridge.call((value) => value * 2),
  },
  {
    title: 'null and undefined cross as they are',
    spec: 'api-context-bridge',
    expected: [true, true, true],
    run: (bridge) => {
      const back = /** @type {Record<string, unknown>} */ (bridge.echo({ a: null, b: undefined }));
      return [back['a'] === null, 'b' in back, back['b'] === undefined];
    },
  },
  {
    title: 'a member that is named __proto__ is data',
    spec: 'api-context-bridge',
    expected: [true, true, true, 1],
    run: (bridge) => bridge.ownProto(JSON.parse('{"data":1,"__proto__":{"polluted":true}}')),
  },
];

/** @type {readonly PageCase[]} */
const ipcCases = [
  {
    title: 'invoke gets the answer of a handler, at once or later',
    spec: 'api-ipc',
    expected: [3, 3],
    run: async (bridge) => [await bridge.invoke('now', 2), await bridge.invoke('later', 2)],
  },
  {
    title: 'invoke rejects with the text of a handler’s error',
    spec: 'api-ipc',
    expected: [
      "Error invoking remote method 'fail-now': Error: some error",
      "Error invoking remote method 'fail-later': Error: some error",
    ],
    run: async (bridge) => [
      await errorOf(() => bridge.invoke('fail-now')),
      await errorOf(() => bridge.invoke('fail-later')),
    ],
  },
  {
    title: 'invoke rejects where there is no handler, or no longer',
    spec: 'api-ipc',
    expected: [
      "Error invoking remote method 'nobody': Error: No handler registered for 'nobody'",
      "Error invoking remote method 'removed': Error: No handler registered for 'removed'",
    ],
    run: async (bridge) => [
      await errorOf(() => bridge.invoke('nobody')),
      await errorOf(() => bridge.invoke('removed')),
    ],
  },
  {
    title: 'invoke rejects where a value cannot be cloned, on the way and on the way back',
    spec: 'api-ipc',
    expected: [true, true],
    run: async (bridge) => [
      /could not be cloned/.test(String(await errorOf(() => bridge.invoke('now', () => 1)))),
      /could not be cloned/.test(String(await errorOf(() => bridge.invoke('uncloneable')))),
    ],
  },
  {
    title: 'text and bytes beyond a message’s usual size arrive whole',
    spec: 'api-ipc',
    expected: [300_000, 65_537, 255],
    run: async (bridge) => {
      const sent = { text: 'x'.repeat(300_000), bytes: new Uint8Array(65_537).fill(255) };
      const back = /** @type {typeof sent} */ (await bridge.invoke('echo', sent));
      return [back.text.length, back.bytes.length, back.bytes[65_536]];
    },
  },
  {
    title: 'messages arrive in their order, and before a later invoke',
    spec: 'api-ipc',
    expected: Array.from({ length: 50 }, (_none, index) => index),
    run: (bridge) => {
      for (let n = 0; n < 50; n += 1) bridge.send('count', n);
      return bridge.invoke('counted');
    },
  },
  {
    title: 'a message can be answered, until the listener is removed',
    spec: 'api-ipc-main',
    expected: ['first'],
    run: async (bridge) => {
      /** @type {unknown[]} */
      const received = [];
      await new Promise((resolve) => {
        const stop = bridge.listen('answer', (value) => {
          received.push(value);
          stop();
          resolve(undefined);
        });
        bridge.send('ask', 'first');
      });
      bridge.send('ask', 'second');
      await bridge.invoke('counted');
      return received;
    },
  },
];

/** @type {readonly PageCase[]} */
const protocolCases = [
  {
    title: 'a handler’s status, headers and bytes reach the page',
    spec: 'api-protocol',
    expected: [201, 'text/html; charset=utf-8', 'seen', [0, 128, 255]],
    run: async () => {
      const response = await fetch('/answer');
      return [
        response.status,
        response.headers.get('content-type'),
        response.headers.get('x-mark'),
        [...new Uint8Array(await response.arrayBuffer())],
      ];
    },
  },
  {
    title: 'a handler gets the address, the method and the body',
    spec: 'api-protocol',
    expected: ['app://conformance/request?a=1', 'POST', 'foobar'],
    run: async () => (await fetch('/x/../request?a=1', { method: 'POST', body: 'foobar' })).json(),
  },
  {
    title: 'an answer that is an error of HTTP is an answer',
    spec: 'api-protocol',
    expected: [404, 'nothing'],
    run: async () => {
      const response = await fetch('/missing');
      return [response.status, await response.text()];
    },
  },
  {
    title: 'a handler that throws, at once or later, or answers an error fails the request',
    spec: 'api-protocol',
    expected: ['Failed to fetch', 'Failed to fetch', 'Failed to fetch'],
    run: async () => [
      await errorOf(() => fetch('/throws')),
      await errorOf(() => fetch('/rejects')),
      await errorOf(() => fetch('/error')),
    ],
  },
  {
    title: 'a permission that the check refuses is not granted',
    spec: 'api-session',
    expected: false,
    run: async () => {
      const permissions = Reflect.get(Reflect.get(globalThis, 'navigator'), 'permissions');
      return (await permissions.query({ name: 'geolocation' })).state === 'granted';
    },
  },
];

export const pageCases = [...bridgeCases, ...ipcCases, ...protocolCases];
