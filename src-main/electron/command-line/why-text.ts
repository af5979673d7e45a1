import { isProof, type CheckResult } from '#contract/check-result.ts';
import type { ExplainedConnection } from '#contract/command-line.ts';
import { gigabyte, optionStatuses, type Language } from '#contract/constants.ts';
import type { WhyFact } from '#contract/connections/why-not-working.ts';
import { texts, type Say } from '#electron/texts.ts';

const minuteMs = 60_000;

/** Why a connection does not work, in lines: the verdict, each fact with its age, and what to do. */
export function whyLines(
  { title, cause, evidence, action, next, now }: ExplainedConnection,
  language: Language,
): string[] {
  const say = texts[language];
  const name = next?.trim() || say('command.untitled');
  const isNext = action.kind === 'next';
  return [
    `${title.trim() || say('command.untitled')}: ${say(`why.cause.${cause}`)}`,
    ...evidence.map((fact) => `  ${factText(fact, say, language, now)}`),
    say(`why.do.${action.kind}`, isNext ? { title: name } : {}),
    ...(next !== null && !isNext ? [say('why.do.next', { title: name })] : []),
  ];
}

/** The same as data: times are ISO 8601. */
export function whyJson({ title, cause, evidence, action, next }: ExplainedConnection): unknown {
  return {
    title,
    cause,
    evidence: evidence.map((fact) =>
      fact.kind === 'check'
        ? { kind: fact.kind, found: fact.check.result.outcome, at: iso(fact.check.at) }
        : Object.fromEntries(
            Object.entries(fact).map(([name, value]) => [name, isTime(name) ? iso(value) : value]),
          ),
    ),
    action: action.kind,
    next,
  };
}

const isTime = (name: string) => ['at', 'copiedAt', 'seenAt', 'expiresAt'].includes(name);

function iso(value: unknown): string | null {
  const date = new Date(typeof value === 'number' ? value : NaN);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

function factText(fact: WhyFact, say: Say, language: Language, now: number): string {
  const age = (at: number) => ago(at, now, language);
  switch (fact.kind) {
    case 'expiry':
      return expiryText(fact, say, language, now);
    case 'option':
      return say('why.fact.option', { status: statusWord(fact.status, say), age: age(fact.at) });
    case 'traffic': {
      const [used, limit] = [fact.usedBytes, fact.limitBytes].map((bytes) =>
        say('why.fact.gb', {
          n: new Intl.NumberFormat(language).format(Math.round(bytes / gigabyte)),
        }),
      );
      const values = { used: used ?? '', limit: limit ?? '', age: age(fact.at) };
      return say(fact.limitBytes > 0 ? 'why.fact.traffic' : 'why.fact.trafficAlone', values);
    }
    case 'check': {
      const { result, at } = fact.check;
      return say('why.fact.check', { found: checkResultText(result, say), age: age(at) });
    }
    case 'server': {
      const state = say(fact.online === 'online' ? 'why.fact.online' : 'why.fact.offline');
      return fact.at === null ? state : `${state}, ${age(fact.at)}`;
    }
    case 'copy':
      return fact.copiedAt === null
        ? say('why.cause.changed')
        : say('why.fact.copied', { age: age(fact.copiedAt) });
    case 'device-limit': {
      const { total, limit, at } = fact;
      return say('why.fact.devices', { total, limit, age: age(at) });
    }
    case 'device-blocked': {
      const { name, seenAt, at } = fact;
      return say('why.fact.blocked', { name, seen: age(seenAt), age: age(at) });
    }
    case 'reboot':
    case 'unreached':
      return say(`why.fact.${fact.kind}`);
  }
}

function expiryText(
  { expiresAt, autoRenewal }: Extract<WhyFact, { kind: 'expiry' }>,
  say: Say,
  language: Language,
  now: number,
): string {
  const at = expiresAt * 1000;
  const text = say(at <= now ? 'why.fact.expired' : 'why.fact.expires', {
    when: ago(at, now, language),
  });
  if (autoRenewal === null) return text;
  return `${text}, ${say(autoRenewal ? 'why.fact.autoOn' : 'why.fact.autoOff')}`;
}

function checkResultText(result: CheckResult, say: Say): string {
  if (result.outcome !== 'answers') return say(`why.found.${result.outcome}`);
  return say(isProof(result.depth) ? 'why.found.works' : 'why.found.answers');
}

/** An unknown status is shown as the service sent it. */
function statusWord(status: string, say: Say): string {
  const known = optionStatuses.find((each) => each === status);
  return known === undefined ? status : say(`why.status.${known}`);
}

/** "5 minutes ago", "in 3 days"; a moment out of range is a dash. */
function ago(at: number, now: number, language: Language): string {
  const minutes = Math.trunc((at - now) / minuteMs);
  if (!Number.isFinite(minutes)) return '—';
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  if (Math.abs(minutes) < 60) return format.format(minutes, 'minute');
  const hours = Math.trunc(minutes / 60);
  return Math.abs(hours) < 24
    ? format.format(hours, 'hour')
    : format.format(Math.trunc(hours / 24), 'day');
}
