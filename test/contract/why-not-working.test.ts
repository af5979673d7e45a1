import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freshCheckMs, type CheckResult } from '#contract/check-result.ts';
import type { OptionUse } from '#contract/ipc/connections.ts';
import type { ConnectionState } from '#contract/rules/connection-state.ts';
import {
  hasProblem,
  whyCauses,
  whyNotWorking,
  type DeviceFacts,
  type WhyFacts,
} from '#contract/connections/why-not-working.ts';
import english from '#renderer/locales/en.json' with { type: 'json' };
import { drawn } from '#test/simulator/deep.ts';

const now = Date.UTC(2026, 0, 15);
const minute = 60_000;
const day = 24 * 3_600_000;
const proof: CheckResult = { outcome: 'answers', ms: 42, depth: 'handshake' };
const answer: CheckResult = { outcome: 'answers', ms: 42, depth: 'tls' };
const cut: CheckResult = { outcome: 'reset' };
const noNetwork: CheckResult = { outcome: 'offline' };
const nameless: CheckResult = { outcome: 'name-not-found' };
const undetermined: CheckResult = { outcome: 'undetermined', reason: 'unknown-protocol' };

interface Case extends Partial<Omit<WhyFacts, 'row' | 'now'>> {
  readonly key?: string;
  readonly state?: ConnectionState;
  /** The last thing that was known of its server, and how long ago. */
  readonly online?: 'online' | 'offline' | 'unknown';
  readonly check?: CheckResult;
  /** Of the check, milliseconds. */
  readonly age?: number;
  readonly autoRenewal?: boolean;
  readonly changed?: true;
  readonly option?: Partial<OptionUse>;
}

function facts({ key, state, online, check, age, autoRenewal, changed, option, ...rest }: Case) {
  const ends = state === 'expired' ? -3 * day : state === 'expiring' ? 2 * day : 90 * day;
  return {
    row: {
      key: key ?? (option === undefined ? 'config:1' : 'paid:2:3'),
      state: {
        state: state ?? 'usable',
        online: online ?? (state === 'down' ? 'offline' : 'online'),
        since: now - 40 * minute,
      },
      expiresAt: (now + ends) / 1000,
      autoRenewal: autoRenewal ?? false,
      ...(check && { check: { result: check, at: now - (age ?? minute) } }),
      ...(changed && { changedSinceCopy: changed }),
      ...(option && {
        option: {
          status: 'active',
          usedBytes: 10,
          limitBytes: 100,
          deviceLimit: null,
          at: now - 5 * minute,
          ...option,
        },
      }),
    },
    now,
    other: { kind: 'find' },
    ...rest,
  } satisfies WhyFacts;
}

const next = { kind: 'next', key: 'config:2' } as const;

const full: DeviceFacts = { limit: 3, total: 3, at: now - minute };
const blocked = (seen: number, read = minute): DeviceFacts => ({
  limit: 0,
  total: 3,
  at: now - read,
  blocked: { name: 'Pixel 8', seenAt: now - seen },
});
const usedUp = { usedBytes: 100 };

/** What is known of a connection by its name, below what the page shows. */
const cases: Readonly<Record<string, Readonly<Record<string, Case>>>> = {
  'It has expired · Renew… · yes': {
    'It has expired': { state: 'expired' },
    'It has expired, and works from here': { state: 'expired', check: proof },
    'It has expired, and its server is offline': { state: 'expired', online: 'offline' },
  },
  'It has expired · Open the paid option · yes': {
    'It has expired, of a paid option': { key: 'paid:2:3', state: 'expired' },
  },
  'It has expired · Find one that works · yes': {
    'It has expired, and the service is not reached': { state: 'expired', offline: true },
  },
  'It has expired · Check from here · yes': {
    'It has expired, the service is not reached, and there is no other connection': {
      state: 'expired',
      offline: true,
      other: undefined,
    },
  },
  'Its paid option is out of service · Open the paid option · yes': {
    'Its paid option is disabled': { option: { status: 'disabled' } },
  },
  'No cause found · Check from here · no': {
    'Its paid option has a status that nobody knows': { option: { status: 'frozen' } },
    'All traffic was used yesterday, and nothing newer was read': {
      option: { ...usedUp, at: now - 25 * 3_600_000 },
    },
    'A check found no network an hour ago': { check: noNetwork, age: 60 * minute },
    'A check failed an hour ago, and the service says online': { check: cut, age: 60 * minute },
    'A device is blocked that was used this week': { devices: blocked(2 * day) },
    'A device is blocked that was used long ago': { devices: blocked(30 * day) },
    'A device was blocked when the list was read, days ago': {
      devices: blocked(2 * day, 2 * day),
    },
    'It worked from here an hour ago': { check: proof, age: 60 * minute },
    'It worked from here an hour ahead of the clock, which was set back': {
      check: proof,
      age: -60 * minute,
    },
    'It expires soon, and renews itself': { state: 'expiring', autoRenewal: true },
    'The service says online, and nothing was checked': {},
  },
  'The traffic of its paid option is used up · Open the paid option · yes': {
    'All traffic is used': { option: usedUp },
    'The option is limited, though traffic is left': { option: { status: 'limited' } },
    'All traffic is used, and a check failed after that': { option: usedUp, check: cut },
    'All traffic is used, and it worked from here before that': {
      option: usedUp,
      check: proof,
      age: 8 * minute,
    },
    'All traffic is used, and a server answered after that': { option: usedUp, check: answer },
  },
  'The traffic of its paid option is used up · Try instead: · yes': {
    'All traffic is used, and the service is not reached': {
      option: usedUp,
      state: 'unknown',
      offline: true,
      other: next,
    },
  },
  'It works from here: look at the other device · What to try on the device · no': {
    'All traffic is used, and it worked from here after that': { option: usedUp, check: proof },
    'Its server is offline, and it works from here': { state: 'down', check: proof },
    'A device is blocked, the service is not reached, and it works from here': {
      devices: blocked(2 * day),
      state: 'unknown',
      offline: true,
      check: proof,
    },
    'It works from here': { check: proof },
    'It works from here, and expires soon': { check: proof, state: 'expiring' },
    'It works from here, and the service is not reached': {
      check: proof,
      state: 'unknown',
      offline: true,
    },
    'It worked from here half an hour ago': { check: proof, age: 29 * minute },
  },
  'Its server is rebooting · Find one that works · yes': {
    'Its server is rebooting': { state: 'rebooting' },
    'Its server is rebooting, and a check failed': { state: 'rebooting', check: cut },
  },
  'Its server is rebooting · Try instead: · yes': {
    'Its server is rebooting, and another connection works': { state: 'rebooting', other: next },
  },
  'Its server is rebooting · Check from here · yes': {
    'Its server is rebooting, and there is no other connection': {
      state: 'rebooting',
      other: undefined,
    },
  },
  'The fault is in this network · Check from here · yes': {
    'A check found no network': { check: noNetwork },
    'A check found no network, and its server is offline': { check: noNetwork, state: 'down' },
    'Neither its name nor those of other servers are found': { check: nameless, namesFail: true },
    'Its name is not found, nor the service reached': { check: nameless, offline: true },
  },
  'It does not work from here · Find one that works · yes': {
    'A check failed, and the service says online': { check: cut },
    'A check failed half an hour ago, and the service says online': {
      check: cut,
      age: 29 * minute,
    },
    'A check failed, and it changed since it was copied': { check: cut, changed: true },
  },
  'It does not work from here · Try instead: · yes': {
    'A check failed, and another connection works': { check: cut, other: next },
  },
  'It does not work from here · Move to another server… · yes': {
    'A check failed, and there is no other connection': { check: cut, other: undefined },
    'A check failed, and its server is offline': { check: cut, state: 'down' },
  },
  'Its server is offline · Move to another server… · yes': {
    'Its server is offline': { state: 'down' },
    'Its server is offline, and it changed since it was copied': { state: 'down', changed: true },
    'Its server is offline, and its name is not found': { state: 'down', check: nameless },
    'Its server is offline, and no name of any is found': {
      ...{ state: 'down', check: nameless, namesFail: true },
    },
  },
  'Its server is offline · Try instead: · yes': {
    'Its server is offline, and another connection works': { state: 'down', other: next },
  },
  'Its server is offline · Open the server · yes': {
    'Its server is offline, and is a cloud server': { key: 'cloud:3:4', state: 'down' },
  },
  'It has changed since it was copied · Copy again · yes': {
    'It changed since it was copied': { changed: true },
    'It changed since it was copied, and works from here': { changed: true, check: proof },
    'It changed since it was copied, without a network': {
      changed: true,
      state: 'unknown',
      offline: true,
    },
  },
  'No more devices are let in · Open the devices · no': {
    'All places of devices are taken': { devices: full },
  },
  'It works from here: look at the other device · Open the devices · no': {
    'All places of devices are taken, and it works from here': { devices: full, check: proof },
    'A device is blocked that was used this week, and it works from here': {
      devices: blocked(2 * day),
      check: proof,
    },
  },
  'No more devices are let in · Open the paid option · no': {
    'All places of its paid option are taken': {
      option: { deviceLimit: 2, devices: { total: 2, at: now - minute } },
    },
  },
  'It works from here: look at the other device · Open the paid option · no': {
    'All places of its paid option are taken, and it works from here': {
      option: { deviceLimit: 2, devices: { total: 2, at: now - minute } },
      check: proof,
    },
  },
  'Its state is not known now · Check from here · no': {
    'A device is blocked, and the service is not reached': {
      devices: blocked(2 * day),
      state: 'unknown',
      offline: true,
    },
    'Nothing was ever known of its server': { state: 'unknown', online: 'unknown' },
    'The service is not reached': { state: 'unknown', offline: true },
    'Nothing was read for half an hour, of what was online': { state: 'unknown' },
  },
  'Its server answers from here · What to try on the device · no': {
    'A server answers from here': { check: answer },
    'A server answers from here, and the service says offline': { check: answer, state: 'down' },
  },
  'Its state is not known now · Check from here · yes': {
    'The service is not reached, and said last that the server is offline': {
      state: 'unknown',
      online: 'offline',
      offline: true,
    },
  },
  'It expires soon · Renew… · no': { 'It expires soon': { state: 'expiring' } },
  'No cause found · What to try on the device · no': {
    'A check could not tell': { check: undetermined },
  },
};

const named = Object.entries(cases).flatMap(([expected, all]) =>
  Object.entries(all).map(([name, given]) => ({ name, given, expected })),
);

const buttons = {
  ...english.why.do,
  renew: english.shop.renewOpen,
  check: english.check.action,
  next: english.check.next,
  find: english.check.find.action,
  'try-there': english.why.tips,
};

/** What the page shows for a case: the verdict, the action, and whether without a request. */
function shown(given: Case): string {
  const why = whyNotWorking(facts(given));
  const unasked = hasProblem(why) ? 'yes' : 'no';
  return [english.why.cause[why.cause], buttons[why.action.kind], unasked].join(' · ');
}

/** The verdicts that rest on a check. */
const byCheck: readonly string[] = ['network', 'fails-here', 'works-here', 'answers-here'];

/** Anything that may be known together, contradictions included: but main derives `down` of what is offline. */
const someFacts = fc
  .record<Case>(
    {
      key: fc.constantFrom('config:1', 'sub:config:1', 'cloud:3:4', 'proxy:3:4', 'paid:2:3'),
      state: fc.constantFrom('usable', 'expiring', 'expired', 'down', 'rebooting', 'unknown'),
      online: fc.constantFrom('online', 'offline', 'unknown'),
      check: fc.constantFrom(proof, answer, cut, noNetwork, undetermined),
      age: fc.oneof(
        fc.integer({ min: 0, max: freshCheckMs }),
        fc.integer({ min: -10 * day, max: 10 * day }),
      ),
      autoRenewal: fc.boolean(),
      changed: fc.constant(true as const),
      option: fc.record<Partial<OptionUse>>(
        {
          status: fc.constantFrom('active', 'limited', 'disabled', 'expired', 'frozen'),
          usedBytes: fc.constantFrom(0, 100, 200),
          limitBytes: fc.constantFrom(0, 100),
          deviceLimit: fc.constantFrom(null, 0, 2),
          devices: fc.record({
            total: fc.nat(4),
            at: fc.integer({ min: now - 3 * day, max: now + 3 * day }),
          }),
          at: fc.integer({ min: now - 3 * day, max: now + 3 * day }),
        },
        { requiredKeys: [] },
      ),
      devices: fc.constantFrom(full, blocked(day), blocked(day, 2 * day), blocked(30 * day)),
      offline: fc.boolean(),
      other: fc.constantFrom(next, { kind: 'find' } as const, undefined),
    },
    { requiredKeys: [] },
  )
  .map((given): Case => (given.state === 'down' ? { ...given, online: 'offline' } : given));

describe('the verdict', () => {
  it.each(named)('$name: gives the expected verdict and action', ({ given, expected }) => {
    expect(shown(given)).toBe(expected);
  });

  it('has a case for every cause', () => {
    const causes = new Set(named.map(({ given }) => whyNotWorking(facts(given)).cause));
    expect([...causes].toSorted()).toEqual(whyCauses.toSorted());
  });

  it('shows the fact that decided first, and what speaks against it with its age', () => {
    const { evidence } = whyNotWorking(facts({ check: cut }));
    expect(evidence).toEqual([
      { kind: 'check', check: { result: cut, at: now - minute } },
      { kind: 'server', online: 'online', at: null },
    ]);
    const expired = whyNotWorking(facts({ state: 'expired', check: proof, autoRenewal: true }));
    expect(expired.evidence).toMatchObject([
      { kind: 'expiry', autoRenewal: true },
      { kind: 'check' },
    ]);
    const unknown = whyNotWorking(facts({ state: 'unknown', offline: true }));
    expect(unknown.evidence).toEqual([
      { kind: 'server', online: 'online', at: now - 40 * minute },
      { kind: 'unreached' },
    ]);
  });

  it('names the connection to copy, the option and the server that it is about', () => {
    expect(whyNotWorking(facts({ check: cut, other: next })).action).toEqual(next);
    expect(whyNotWorking(facts({ key: 'sub:paid:2:3', state: 'expired' })).action).toEqual({
      kind: 'option',
      optionId: 2,
    });
    expect(whyNotWorking(facts({ key: 'proxy:3:4', state: 'down' })).action).toEqual({
      kind: 'server',
      serverId: 3,
    });
    const refused = facts({ key: 'proxy:3:4', state: 'down', check: { outcome: 'login-refused' } });
    expect(whyNotWorking(refused).action).toEqual({ kind: 'create', serverId: 3 });
  });

  it('never lets a check that is not fresh decide, and has evidence for whatever is wrong', () => {
    const age = fc.oneof(
      fc.integer({ min: freshCheckMs + 1, max: 10 * day }),
      fc.integer({ min: -10 * day, max: -freshCheckMs - 1 }),
    );
    fc.assert(
      fc.property(someFacts, age, (given, ago) => {
        const why = whyNotWorking(facts({ ...given, age: ago }));
        expect(byCheck).not.toContain(why.cause);
        if (hasProblem(why)) expect(why.evidence).not.toEqual([]);
      }),
      drawn(100),
    );
  });

  it('is certain only of what a fact says that counts now', () => {
    fc.assert(
      fc.property(someFacts, (given) => {
        const { row, ...known } = facts(given);
        const why = whyNotWorking({ row, ...known });
        const [first] = why.evidence;
        if (byCheck.includes(why.cause)) {
          expect(first).toMatchObject({ kind: 'check', check: { result: given.check } });
          expect(Math.abs(given.age ?? minute)).toBeLessThanOrEqual(freshCheckMs);
        }
        if (['option-off', 'traffic', 'device-limit'].includes(why.cause)) {
          const at = first !== undefined && 'at' in first ? first.at : null;
          expect(Math.abs(now - (at ?? 0))).toBeLessThanOrEqual(day);
        }
        if (why.cause === 'works-here') expect(given.check).toEqual(proof);
        if (why.cause === 'down') expect(row.state.state).toBe('down');
        if (why.cause === 'expired') expect(row.expiresAt * 1000).toBeLessThanOrEqual(now);
        // What is not reached says nothing of the devices that it lets in, unless a check proves it.
        if (row.state.state === 'unknown') expect(why.cause).not.toMatch(/^device/);
      }),
      drawn(100),
    );
  });

  it('asks for nothing that cannot be done as things are', () => {
    fc.assert(
      fc.property(someFacts, (given) => {
        const { row, ...known } = facts(given);
        const { action, cause, replaced } = whyNotWorking({ row, ...known });
        const atService = ['renew', 'option', 'move', 'server', 'create', 'devices'];
        if (known.offline === true) expect(atService).not.toContain(action.kind);
        if (action.kind === 'next' || action.kind === 'find') {
          expect(action).toEqual(known.other);
          // The page offers others where a verdict is answered by one.
          expect(replaced).toBe(true);
        }
        // A paid option has no renewal, a cloud server is not moved.
        if (row.key.startsWith('paid:')) expect(action.kind).not.toBe('renew');
        if (/^(cloud|proxy):/.test(row.key)) expect(action.kind).not.toBe('move');
        if (action.kind === 'copy') expect(cause).toBe('changed');
      }),
      drawn(100),
    );
  });
});
