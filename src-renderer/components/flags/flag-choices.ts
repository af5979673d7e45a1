import {
  brokenFlagRules,
  flagRules,
  flags,
  type Flag,
  type FlagPlace,
  type FlagRule,
  type Flags,
} from '#contract/rules/flags.ts';

/** One flag as a line of the form. */
export interface FlagLine {
  readonly flag: Flag;
  readonly selected: boolean;
  /** The rules that it breaks; where it is not selected, those that it would break. */
  readonly rules: readonly FlagRule[];
}

function concerns(rule: FlagRule, flag: Flag): boolean {
  if (rule.flag === flag) return true;
  return 'excludes' in rule && 'flag' in rule.excludes && rule.excludes.flag === flag;
}

/** Every flag in the specification's order, with the rules that stand in its way. */
export function flagLines(selected: Flags, place: FlagPlace): FlagLine[] {
  return flags.map((flag) => ({
    flag,
    selected: selected[flag] === true,
    rules: brokenFlagRules({ ...selected, [flag]: true }, place).filter((rule) =>
      concerns(rule, flag),
    ),
  }));
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
    .map(({ flag }) => flag),
);
