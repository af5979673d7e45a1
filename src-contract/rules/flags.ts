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

type FlagCondition =
  | { readonly flag: Flag }
  | { readonly protocol: readonly string[] }
  | { readonly location_id: number };

/** One line of the specification's two tables: what a flag needs, or what it is incompatible with. */
export type FlagRule = { readonly id: string; readonly flag: Flag } & (
  | { readonly requires: FlagCondition }
  | { readonly excludes: Exclude<FlagCondition, { readonly location_id: number }> }
);

const needed = {
  extended: { flag: 'use_extended_settings' },
  vless: { protocol: ['vless', 'vless-2410'] },
  'location-18': { location_id: 18 },
} as const;

const requires = (flag: Flag, condition: keyof typeof needed): FlagRule => ({
  id: `${flag}-requires-${condition}`,
  flag,
  requires: needed[condition],
});

const excludes = (flag: Flag, other: Flag | 'vless-2410'): FlagRule => ({
  id: `${flag}-excludes-${other}`,
  flag,
  excludes: other === 'vless-2410' ? { protocol: [other] } : { flag: other },
});

/** Every rule of part 1: the table of flags ("Requires"), then the incompatible pairs. */
export const flagRules: readonly FlagRule[] = [
  requires('use_extended_settings', 'vless'),
  requires('use_warp', 'extended'),
  requires('disable_reality', 'extended'),
  requires('change_sni', 'extended'),
  requires('block_local_network', 'extended'),
  requires('enable_family_filter', 'extended'),
  requires('block_bittorrent', 'extended'),
  requires('pass_all_traffic_through_vpn', 'extended'),
  requires('pass_all_traffic_through_vpn', 'location-18'),
  requires('pass_all_traffic_through_vpn', 'vless'),
  requires('use_xhttp', 'extended'),
  requires('use_grpc', 'extended'),
  excludes('use_xhttp', 'disable_flow_reality'),
  excludes('use_grpc', 'use_xhttp'),
  excludes('use_grpc', 'disable_flow_reality'),
  excludes('change_sni', 'vless-2410'),
  excludes('disable_sni', 'vless-2410'),
];

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
export function brokenFlagRules(selected: Flags, place: FlagPlace): FlagRule[] {
  return flagRules.filter((rule) => {
    if (selected[rule.flag] !== true) return false;
    return 'requires' in rule
      ? holds(rule.requires, selected, place) === false
      : holds(rule.excludes, selected, place) === true;
  });
}

function isRuledOut(flag: Flag, protocol: string): boolean {
  const place = { protocol, location_id: null };
  return flagRules.some((rule) => {
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
    .filter((rule) => 'requires' in rule && rule.requires === needed.extended)
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
