import {
  awgBounds,
  brokenAwgRelations,
  type AwgBody,
  type AwgParameter,
} from '#contract/rules/awg.ts';

export const awgParameters = Object.keys(awgBounds) as readonly AwgParameter[];

/** What was typed for each parameter; empty leaves it as it is. */
type AwgTyped = Readonly<Record<AwgParameter, string>>;

/** Fields that say what the configuration has now. */
export function awgTyped(now: AwgBody): Record<AwgParameter, string> {
  const typed = awgParameters.map((name) => [name, String(now[name] ?? '')]);
  return Object.fromEntries(typed) as Record<AwgParameter, string>;
}

/** A parameter's number; `undefined` where nothing was typed, `null` where it is out of bounds. */
function awgNumber(name: AwgParameter, typed: string): number | null | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  const [least, most] = awgBounds[name];
  const number = Number(text);
  return /^\d{1,10}$/.test(text) && number >= least && number <= most ? number : null;
}

/** Only what differs is sent; `broken`: relations that would not hold then. */
export function awgChange(typed: AwgTyped, now: AwgBody) {
  const read = awgParameters.map((name) => ({ name, value: awgNumber(name, typed[name]) }));
  const changed = read.flatMap(({ name, value }) =>
    typeof value === 'number' && value !== now[name] ? [[name, value] as const] : [],
  );
  const body: AwgBody = Object.fromEntries(changed);
  const wrong = read.flatMap(({ name, value }) => (value === null ? [name] : []));
  return {
    body,
    count: changed.length + wrong.length,
    wrong,
    broken: brokenAwgRelations({ ...now, ...body }),
  };
}
