/** One result of a check: when, Unix minutes, and how fast the answer was, milliseconds; -1 for none. */
export type PastResult = readonly [at: number, ms: number];

export interface Weight {
  readonly all: number;
  readonly answered: number;
}

export const noWeight: Weight = { all: 0, answered: 0 };

/** A result weighs this much while it is new, and half of it after these minutes. */
const recent = { weight: 6, halfLife: 3 * 60 };
/** The habits of a network outlast a day of faults. */
const lasting = { weight: 1, halfLife: 20 * 24 * 60 };
/** However many there are, results of weeks and results of other connections weigh no more. */
const mostWeight = 4;

const usual = 0.6;
const serverUnknown = 0.4;
/** What one result in another network adds or takes. */
const elsewhereCounts = 0.15;

/** Odds are told in steps: 0 for hardly, 5 for almost certainly. */
const mostOdds = 5;

export interface Evidence {
  /** The service says nothing of its server now. */
  readonly isServerUnknown: boolean;
  /** Whether it answered in the network that it was last checked in, where that is another one. */
  readonly answeredElsewhere: boolean | undefined;
  /** The results here of others of its protocol, and of its server. */
  readonly protocol: Weight;
  readonly server: Weight;
  readonly own: readonly PastResult[];
}

/** @param now Unix minutes */
export function weightOf(results: readonly PastResult[], now: number): Weight {
  return weighed(results, (age) => ageing(recent, age) + ageing(lasting, age), now);
}

/**
 * How likely a connection works: its own results of the last hours say most, then of the last weeks, then
 * those of its server and protocol here, then another network, then the service. `now`: Unix minutes.
 */
export function oddsOf(
  { isServerUnknown, answeredElsewhere, protocol, server, own }: Evidence,
  now: number,
): number {
  const word = isServerUnknown ? serverUnknown : usual;
  const elsewhere =
    answeredElsewhere === undefined ? 0 : elsewhereCounts * (answeredElsewhere ? 1 : -1);
  const byOthers = [protocol, server].reduce(
    (odds, weight) => moved(odds, 2, capped(weight)),
    word + elsewhere,
  );
  const ofWeeks = weighed(own, (age) => ageing(lasting, age), now);
  const ofHours = weighed(own, (age) => ageing(recent, age), now);
  return Math.round(moved(moved(byOthers, 1, capped(ofWeeks)), 2, ofHours) * mostOdds);
}

/** Moves odds towards what results say, the more the more these weigh. */
function moved(odds: number, hold: number, { all, answered }: Weight): number {
  return (hold * odds + answered) / (hold + all);
}

function capped({ all, answered }: Weight): Weight {
  const share = Math.min(1, mostWeight / all);
  return all === 0 ? noWeight : { all: all * share, answered: answered * share };
}

function ageing({ weight, halfLife }: typeof recent, age: number): number {
  return weight * 2 ** (-age / halfLife);
}

/** What is dated ahead, before the clock was set back, is as of now. */
function weighed(
  results: readonly PastResult[],
  weightAt: (age: number) => number,
  now: number,
): Weight {
  let all = 0;
  let answered = 0;
  for (const [at, ms] of results) {
    const weight = weightAt(Math.max(0, now - at));
    all += weight;
    if (ms >= 0) answered += weight;
  }
  return { all, answered };
}
