import { describe, expect, it } from 'vitest';
import { api } from '#contract/api/index.ts';
import {
  brokenFlagRules,
  changedFlags,
  extendedFlags,
  selectedFlags,
  flagRules,
  flags,
  type Flag,
  type FlagPlace,
  type Flags,
} from '#contract/rules/flags.ts';
import { protocols } from '#contract/constants.ts';
import { sampleInput } from './samples.ts';
import { specFacts } from './specification/spec-facts.ts';

const broken = (selected: Flags, place: FlagPlace): string[] =>
  brokenFlagRules(selected, place).map(({ id }) => id);

/** Where every flag is allowed that is allowed anywhere. */
const anywhere = { protocol: 'vless', location_id: 18 };
const vless = ['vless', 'vless-2410'];

describe('the flags', () => {
  it('are the 12 of the specification', () => {
    expect(flags).toEqual(specFacts.flags.map(({ flag }) => flag));
    expect(flags).toHaveLength(12);
  });

  it('have one rule for each requirement and each pair of the specification', () => {
    const requirements = specFacts.flags.flatMap(({ flag, requires }) =>
      requires.map((text) => `${flag} requires ${text}`),
    );
    const pairs = specFacts.pairs.map((pair) => pair.toSorted().join(' with '));
    const stated = flagRules.map((rule) => {
      if ('excludes' in rule) {
        const other =
          'flag' in rule.excludes ? rule.excludes.flag : `protocol=${rule.excludes.protocol[0]}`;
        return [rule.flag, other].toSorted().join(' with ');
      }
      if ('flag' in rule.requires) return `${rule.flag} requires ${rule.requires.flag}=true`;
      if ('location_id' in rule.requires) {
        return `${rule.flag} requires location_id=${rule.requires.location_id}`;
      }
      const words =
        rule.flag === 'use_extended_settings' ? 'protocol vless or vless-2410' : 'a VLESS protocol';
      return `${rule.flag} requires ${words}`;
    });
    expect(stated).toEqual([...requirements, ...pairs]);
  });

  const dependants = specFacts.flags
    .filter(({ requires }) => requires.includes('use_extended_settings=true'))
    .map(({ flag }) => flag as Flag);

  it.each(dependants)('refuse %s without extended settings', (flag) => {
    expect(broken({ [flag]: true }, anywhere)).toEqual([`${flag}-requires-extended`]);
    expect(broken({ [flag]: true, use_extended_settings: false }, anywhere)).toEqual([
      `${flag}-requires-extended`,
    ]);
    expect(broken({ [flag]: true, use_extended_settings: true }, anywhere)).toEqual([]);
  });

  it.each(protocols)('check extended settings with the protocol %s', (protocol) => {
    const rules = broken({ use_extended_settings: true }, { protocol, location_id: 1 });
    expect(rules).toEqual(vless.includes(protocol) ? [] : ['use_extended_settings-requires-vless']);
  });

  it('allow pass_all_traffic_through_vpn on location 18 with VLESS only', () => {
    const selected = { use_extended_settings: true, pass_all_traffic_through_vpn: true };
    for (const protocol of vless) {
      expect(broken(selected, { protocol, location_id: 18 })).toEqual([]);
      expect(broken(selected, { protocol, location_id: 12 })).toEqual([
        'pass_all_traffic_through_vpn-requires-location-18',
      ]);
    }
    expect(broken(selected, { protocol: 'trojan', location_id: 18 })).toEqual([
      'use_extended_settings-requires-vless',
      'pass_all_traffic_through_vpn-requires-vless',
    ]);
  });

  it('leave the location to the service where the request does not name one', () => {
    const selected = { use_extended_settings: true, pass_all_traffic_through_vpn: true };
    expect(broken(selected, { protocol: 'vless', location_id: null })).toEqual([]);
    expect(broken(selected, { protocol: 'vless' })).toEqual([
      'pass_all_traffic_through_vpn-requires-location-18',
    ]);
  });

  it.each(specFacts.pairs)('refuse %s together with %s', (one, two) => {
    const isFlag = (name: string): boolean => flags.includes(name as Flag);
    const selected = Object.fromEntries([one, two].filter(isFlag).map((name) => [name, true]));
    const protocol = one.startsWith('protocol=') ? one.slice('protocol='.length) : 'vless';
    const together = { use_extended_settings: true, ...selected };
    expect(broken(together, { protocol, location_id: 1 })).toHaveLength(1);
    for (const name of Object.keys(selected)) {
      const alone = { ...together, [name]: false };
      expect(broken(alone, { protocol, location_id: 1 })).toEqual([]);
    }
    if (protocol !== 'vless') {
      expect(broken(together, { protocol: 'vless', location_id: 1 })).toEqual([]);
    }
  });

  it('report every broken rule at once, in the order of the specification', () => {
    expect(broken({ use_grpc: true, use_xhttp: true }, anywhere)).toEqual([
      'use_xhttp-requires-extended',
      'use_grpc-requires-extended',
      'use_grpc-excludes-use_xhttp',
    ]);
  });

  it('of a change are named where the user switched them on or off, and only there', () => {
    expect(changedFlags({ use_extended_settings: true, use_warp: false })).toEqual({
      use_extended_settings: true,
      use_warp: false,
    });
    expect(changedFlags({ disable_sni: true, use_grpc: undefined })).toEqual({ disable_sni: true });
  });

  it('that need extended settings go off with them', () => {
    const { use_extended_settings, ...others } = changedFlags({ use_extended_settings: false });
    expect(use_extended_settings).toBe(false);
    expect(new Set(Object.keys(others))).toEqual(extendedFlags);
    expect(new Set(Object.values(others))).toEqual(new Set([false]));
  });

  it('count as set only when true, and are sent only then', () => {
    const none = Object.fromEntries(flags.map((flag) => [flag, false]));
    expect(broken(none, { protocol: 'wg' })).toEqual([]);
    expect(selectedFlags({ ...none, use_warp: true, use_grpc: undefined })).toEqual({
      use_warp: true,
    });
  });
});

describe('a request that carries flags', () => {
  const ids = [
    'configs.create',
    'configs.changeSettings',
    'cloudServers.createConfig',
    'cloudServers.changeConfigProtocol',
    'paidOptions.createConfig',
    'paidOptions.changeConfigSettings',
  ] as const;
  const namesLocation = ['configs.create', 'configs.changeSettings'];

  const refusals = (id: (typeof ids)[number], location_id: number, body: object) => {
    const sample: Readonly<Record<string, object>> = sampleInput(id);
    const where = namesLocation.includes(id) ? { location_id } : {};
    const read = api[id].input.safeParse({ ...sample, body: { ...where, ...body } });
    return (read.error?.issues ?? []).map((issue) => {
      const rule: unknown = issue.code === 'custom' ? issue.params?.['rule'] : undefined;
      return { path: issue.path.join('.'), message: issue.message, rule };
    });
  };

  it('is one of those that the specification says', () => {
    const routes = ids.map((id) => `${api[id].method} ${api[id].path}`);
    const said = specFacts.endpoints.filter((spec) => spec.flags);
    expect(routes.toSorted()).toEqual(
      said.map(({ method, path }) => `${method} ${path}`).toSorted(),
    );
  });

  it.each(ids)('is refused at the flag, with the id of the rule: %s', (id) => {
    const message = 'disable_sni-excludes-vless-2410';
    expect(refusals(id, 1, { protocol: 'vless-2410', disable_sni: true })).toEqual([
      { path: 'body.disable_sni', message, rule: message },
    ]);
    expect(refusals(id, 1, { protocol: 'vless', disable_sni: true })).toEqual([]);
  });

  it.each(ids)('has its location checked only where it names one: %s', (id) => {
    const body = {
      protocol: 'vless',
      use_extended_settings: true,
      pass_all_traffic_through_vpn: true,
    };
    expect(refusals(id, 18, body)).toEqual([]);
    expect(refusals(id, 12, body).map(({ message }) => message)).toEqual(
      namesLocation.includes(id) ? ['pass_all_traffic_through_vpn-requires-location-18'] : [],
    );
  });
});
