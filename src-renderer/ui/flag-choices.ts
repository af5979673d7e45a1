import {
  brokenFlagRules,
  flags,
  type Flag,
  type FlagPlace,
  type FlagRule,
  type Flags,
} from '#contract/rules/flags.ts';

export interface FlagLine {
  readonly flag: Flag;
  /** `undefined`: not known, and left alone. */
  readonly selected: boolean | undefined;
  /** The rules that it breaks; where it is not on, those that it would break. */
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
    selected: selected[flag],
    rules: brokenFlagRules({ ...selected, [flag]: true }, place).filter((rule) =>
      concerns(rule, flag),
    ),
  }));
}
