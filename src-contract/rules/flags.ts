import { z } from 'zod';

/** The 12 shared configuration flags (specification, part 1, Shared configuration flags). */
export const flags = [
  'use_extended_settings',
  'use_warp',
  'disable_reality',
  'change_sni',
  'block_local_network',
  'enable_family_filter',
  'block_bittorrent',
  'pass_all_traffic_through_vpn',
  'use_xhttp',
  'use_grpc',
  'disable_flow_reality',
  'disable_sni',
] as const;
export type Flag = (typeof flags)[number];
export type Flags = { readonly [Name in Flag]?: boolean | undefined };

/** What a rule looks at besides its own flag. */
type FlagCondition =
  | { readonly flag: Flag }
  | { readonly protocol: readonly string[] }
  | { readonly location_id: number };

/** One line of the specification's two tables: what a flag needs, or what it is incompatible with. */
export type FlagRule = { readonly id: string; readonly flag: Flag } & (
  | { readonly requires: FlagCondition }
  | { readonly excludes: FlagCondition }
);

const extended = { flag: 'use_extended_settings' } as const;
const vless = { protocol: ['vless', 'vless-2410'] } as const;

/** Every rule of part 1: the table of flags ("Requires"), then the incompatible pairs. */
export const flagRules = [
  { id: 'use_extended_settings-requires-vless', flag: 'use_extended_settings', requires: vless },
  { id: 'use_warp-requires-extended', flag: 'use_warp', requires: extended },
  { id: 'disable_reality-requires-extended', flag: 'disable_reality', requires: extended },
  { id: 'change_sni-requires-extended', flag: 'change_sni', requires: extended },
  { id: 'block_local_network-requires-extended', flag: 'block_local_network', requires: extended },
  {
    id: 'enable_family_filter-requires-extended',
    flag: 'enable_family_filter',
    requires: extended,
  },
  { id: 'block_bittorrent-requires-extended', flag: 'block_bittorrent', requires: extended },
  {
    id: 'pass_all_traffic_through_vpn-requires-extended',
    flag: 'pass_all_traffic_through_vpn',
    requires: extended,
  },
  {
    id: 'pass_all_traffic_through_vpn-requires-location-18',
    flag: 'pass_all_traffic_through_vpn',
    requires: { location_id: 18 },
  },
  {
    id: 'pass_all_traffic_through_vpn-requires-vless',
    flag: 'pass_all_traffic_through_vpn',
    requires: vless,
  },
  { id: 'use_xhttp-requires-extended', flag: 'use_xhttp', requires: extended },
  { id: 'use_grpc-requires-extended', flag: 'use_grpc', requires: extended },
  {
    id: 'use_xhttp-excludes-disable_flow_reality',
    flag: 'use_xhttp',
    excludes: { flag: 'disable_flow_reality' },
  },
  { id: 'use_grpc-excludes-use_xhttp', flag: 'use_grpc', excludes: { flag: 'use_xhttp' } },
  {
    id: 'use_grpc-excludes-disable_flow_reality',
    flag: 'use_grpc',
    excludes: { flag: 'disable_flow_reality' },
  },
  {
    id: 'change_sni-excludes-vless-2410',
    flag: 'change_sni',
    excludes: { protocol: ['vless-2410'] },
  },
  {
    id: 'disable_sni-excludes-vless-2410',
    flag: 'disable_sni',
    excludes: { protocol: ['vless-2410'] },
  },
] as const satisfies readonly FlagRule[];

export interface FlagPlace {
  /** Absent where a purchase names none. */
  readonly protocol?: string | undefined;
  /** `null`: decided by the server or option the configuration is on, so not judged here. */
  readonly location_id?: number | null | undefined;
}

/** `undefined` where it is unknown. */
function holds(condition: FlagCondition, selected: Flags, place: FlagPlace): boolean | undefined {
  if ('flag' in condition) return selected[condition.flag] === true;
  if ('protocol' in condition) return condition.protocol.includes(place.protocol ?? '');
  return place.location_id === null ? undefined : place.location_id === condition.location_id;
}

/** The rules that a choice breaks, in the specification's order. Only `true` counts as selected. */
export function brokenFlagRules(selected: Flags, place: FlagPlace): (typeof flagRules)[number][] {
  return flagRules.filter((rule: FlagRule) => {
    if (selected[rule.flag] !== true) return false;
    return 'requires' in rule
      ? holds(rule.requires, selected, place) === false
      : holds(rule.excludes, selected, place) === true;
  });
}

/** Whether a protocol rules a flag out, itself or by a flag that it requires. */
function isRuledOut(flag: Flag, protocol: string): boolean {
  const place = { protocol, location_id: null };
  return flagRules.some((rule: FlagRule) => {
    if (rule.flag !== flag) return false;
    if ('excludes' in rule) return holds(rule.excludes, {}, place) === true;
    const { requires } = rule;
    if ('flag' in requires) return isRuledOut(requires.flag, protocol);
    return holds(requires, {}, place) === false;
  });
}

/** The flags that a protocol can have, and what was selected of them. */
export function flagsOf(protocol: string, selected: Flags): Flags {
  const possible = flags.filter((flag) => !isRuledOut(flag, protocol));
  return Object.fromEntries(possible.map((flag) => [flag, selected[flag]]));
}

/** The flags that mean nothing without extended settings. */
export const extendedFlags: ReadonlySet<Flag> = new Set(
  flagRules
    .filter(
      (rule: FlagRule) =>
        'requires' in rule &&
        'flag' in rule.requires &&
        rule.requires.flag === 'use_extended_settings',
    )
    .map((rule) => rule.flag),
);

/** `true` for what is to be on, `false` for what was switched off: how an absent flag is read is not shown. */
export function changedFlags(selected: Flags): Flags {
  const changed: { [Name in Flag]?: boolean } = {};
  if (selected.use_extended_settings === false) {
    for (const name of extendedFlags) changed[name] = false;
  }
  for (const name of flags) {
    const value = selected[name];
    if (value !== undefined) changed[name] = value;
  }
  return changed;
}

/** The selected flags alone: what something new is made with, where `false` and absent mean the same. */
export function selectedFlags(selected: Flags): { [Name in Flag]?: true } {
  return Object.fromEntries(flags.filter((flag) => selected[flag] === true).map((f) => [f, true]));
}

const flag = z.boolean().optional();

/** The 12 flags as fields of a request body, to spread into its schema. */
export const flagFields = Object.fromEntries(flags.map((name) => [name, flag])) as Readonly<
  Record<Flag, typeof flag>
>;

/** One issue for each broken rule, at the flag's path, with the rule's id. */
export function refineFlags(body: Flags & FlagPlace, context: z.core.$RefinementCtx): void {
  for (const { id, flag: name } of brokenFlagRules(body, body)) {
    context.addIssue({ code: 'custom', path: [name], message: id, params: { rule: id } });
  }
}

/** The same for a body without `location_id`: the rule about the location is left to the service. */
export function refineFlagsElsewhere(
  body: Flags & { readonly protocol: string },
  context: z.core.$RefinementCtx,
): void {
  refineFlags({ ...body, location_id: null }, context);
}
