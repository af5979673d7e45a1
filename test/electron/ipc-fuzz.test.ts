import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import type { WebContents } from 'electron';
import { describe, expect, it } from 'vitest';
import { api, type EndpointId } from '#contract/api/index.ts';
import { ipc, type CommandName } from '#contract/ipc.ts';
import type { Result } from '#contract/failure.ts';
import { createIpcHost, type IpcHostParts } from '#electron/ipc-host.ts';
import { signedIn, type Machine, type Running } from '#test/core/harness.ts';
import { drawn } from '#test/simulator/deep.ts';
import { fuzzedCall, type Caller, type FuzzedCall } from './ipc-calls.ts';

const callsARun = 100;

/** Commands that send, copy, change how it is sent, or ask where to save: from the trusted page they do so. */
const notCalled = new Set<string>([
  'checks.copyWorking',
  'sync.refresh',
  'session.signIn',
  'session.retry',
  'session.lock',
  'session.setPassphrase',
  'network.removeAuthority',
  'settings.saveDiagnostics',
]);

type Handler = Parameters<IpcHostParts['ipcMain']['handle']>[1];

/** The IPC host before a core, and every kind of caller. */
function openIpcHost({ app }: Running, machine: Machine) {
  let handler: Handler | undefined;
  const mainFrame = { origin: 'app://culvert', parent: null };
  const contents = { mainFrame };
  createIpcHost({
    ipcMain: {
      handle: (_, given: Handler) => void (handler = given),
    },
    core: app,
    windows: [{ contents: () => contents as unknown as WebContents, mayCall: () => true }],
    log: machine.log,
  });
  const frames: Record<Caller, object> = {
    own: { sender: contents, senderFrame: mainFrame },
    'other window': { sender: { mainFrame }, senderFrame: mainFrame },
    'no frame': { sender: contents, senderFrame: null },
    'inner frame': { sender: contents, senderFrame: { ...mainFrame, parent: mainFrame } },
    origin: { sender: contents, senderFrame: mainFrame },
  };
  return async ({ caller, values }: FuzzedCall): Promise<Result<unknown> | 'refused'> => {
    mainFrame.origin = caller === 'origin' ? 'https://example.com' : 'app://culvert';
    try {
      const answer = handler?.(frames[caller] as Parameters<Handler>[0], ...values) as unknown;
      return (await answer) as Result<unknown>;
    } catch (error) {
      expect(String(error)).toMatch(/^Error: refused: /);
      return 'refused';
    }
  };
}

/** Whether the contract allows this input to this name: then it may have an effect. */
function isInOrder({ caller, values: [name, input, ...more] }: FuzzedCall): boolean {
  if (caller !== 'own' || typeof name !== 'string' || more.length > 0) return false;
  const schema = Object.hasOwn(ipc.commands, name)
    ? ipc.commands[name as CommandName].input
    : Object.hasOwn(api, name)
      ? api[name as EndpointId].input
      : undefined;
  try {
    return schema?.safeParse(input).success === true;
  } catch {
    return false;
  }
}

/** In order, and so sent to the service: its limits would make the rest wait. */
function isSent({ values: [name] }: FuzzedCall): boolean {
  const called = String(name);
  return notCalled.has(called) || called.startsWith('network.') || Object.hasOwn(api, called);
}

/** Everything that a call could have changed. */
function effects(machine: Machine): string {
  return JSON.stringify([
    machine.clipboard.text,
    machine.shell.saved,
    machine.shell.opened,
    [...machine.secrets.entries],
    // Settings may be set to what they are.
    [...machine.files.texts].filter(([name]) => name !== 'settings.json'),
  ]);
}

function heapAfterCollecting(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

describe('whatever a page sends over IPC', () => {
  it('nothing crashes, nothing happens, no key is returned, and no memory is retained', async () => {
    const { service, machine, running } = await signedIn();
    const call = openIpcHost(running, machine);
    const secrets = [service.key, ...machine.secrets.entries.values()].filter(
      (text) => text.length > 20,
    );
    const before = effects(machine);
    const counts = { calls: 0, refused: 0, failed: 0, answered: 0, left: 0 };
    const heaps: number[] = [];

    await fc.assert(
      fc.asyncProperty(
        fc.array(fuzzedCall, { minLength: callsARun, maxLength: callsARun, size: 'max' }),
        async (calls) => {
          for (const each of calls) {
            const inOrder = isInOrder(each);
            if (inOrder && isSent(each)) {
              counts.left += 1;
              continue;
            }
            counts.calls += 1;
            const answer = await call(each);
            if (answer === 'refused') counts.refused += 1;
            else if (answer.ok) counts.answered += 1;
            else counts.failed += 1;
            if (each.caller !== 'own') expect(answer).toBe('refused');
            else if (!inOrder) expect(answer === 'refused' || !answer.ok).toBe(true);
            const text = JSON.stringify(answer);
            for (const secret of secrets) expect(text.includes(secret)).toBe(false);
          }
          heaps.push(heaps.length % 500 === 20 ? heapAfterCollecting() : 0);
        },
      ),
      { ...drawn(22, 10_000), endOnFailure: true },
    );

    // As a whole, so that a failure prints no key.
    expect(effects(machine) === before).toBe(true);
    expect(await running.ask('session.get', {})).toMatchObject({ status: 'signed-in' });
    expect(counts.refused).toBeGreaterThan(counts.calls / 10);
    expect(counts.failed).toBeGreaterThan(counts.calls / 10);
    expect(counts.answered).toBeGreaterThan(0);
    const measured = heaps.filter((heap) => heap > 0);
    expect(Math.max(...measured) - (measured[0] ?? 0)).toBeLessThan(32 * 1024 * 1024);
    if (counts.calls > 20_000)
      console.info(counts, measured.map((heap) => heap >> 20).join(' '), 'MiB');
  });
});
