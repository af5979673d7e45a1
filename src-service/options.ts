import { parseArgs } from 'node:util';
import { faultKinds, parseFault, type Fault } from './faults.ts';
import type { LimitReading, WindowKind } from './http/limits.ts';
import { parseReading, readings, usualReadings, type Readings } from './readings.ts';
import { keyParts } from './store/keys.ts';

/** How the service runs; every field is a flag of the command line. */
export interface ServiceOptions {
  /** 0 takes any free port. */
  readonly port: number;
  readonly host: string;
  /** Number of VPN configurations; absent for the demo's two dozen. */
  readonly scale?: number;
  readonly limits: LimitReading;
  readonly windows: WindowKind;
  /** The account's API key; absent for one that follows from the seed. */
  readonly key?: string;
  readonly seed: string;
  readonly faults: readonly Fault[];
  readonly readings: Readings;
}

export const defaultOptions: ServiceOptions = {
  port: 8787,
  host: '127.0.0.1',
  limits: 'overview',
  windows: 'sliding',
  seed: '1',
  faults: [],
  readings: usualReadings,
};

export const help = `A complete local implementation of the service, with demo data.

  node src-service/main.ts [flags]

  --port N                      port to listen on, 0 for any free one (${String(defaultOptions.port)})
  --host ADDRESS                address to listen on (${defaultOptions.host}: this machine alone)
  --scale N                     N VPN configurations instead of the demo's two dozen
  --limits overview|endpoint|off
                                60 requests per 60 s over everything on top of each endpoint's
                                limit, each endpoint's limit alone, or none (overview)
  --windows sliding|fixed       windows move with the requests, or begin at fixed times (sliding)
  --key svc_<8>_<24>            the account's API key (follows from the seed)
  --seed TEXT                   the same seed gives the same data (1)
  --fault ROUTE:KIND[=MS][:CHANCE[:TIMES]]
                                may be given several times; ROUTE is an endpoint's id, a section
                                as configs.* or *; CHANCE is 0 to 1; TIMES how often at most
  --reading NAME=VALUE          how it reads what the specification leaves open, several times;
                                see docs/assumptions.md
  --help

KIND is one of ${faultKinds.slice(0, 10).join(', ')},
${faultKinds.slice(10).join(', ')}.
  delay=MS       answers late                 drop-before   closes before reading the request
  drop-after     closes after it took effect  cut           closes in the middle of the body
  bad-json       a body that does not parse   bad-envelope  JSON without the envelope
  400 401 403 429 500 503  answers that, nothing done; 429-bare has no headers
  portal         a network's sign-in page in place of the service, nothing done
  500-after      answers 500 after it took effect
  nulls          null wherever null or absence is allowed
  sparse         null where null, absence where absence is allowed
  unknown-enum   values that no list of the specification has
  unknown-field  a field more in every object

NAME and VALUE of a reading, the usual one first:
${Object.entries(readings)
  .map(([name, values]) => `  ${name}=${values.join('|')}`)
  .join('\n')}

When it is ready it prints one line of JSON: { "url", "key" }.
`;

/** Reads the command line. Throws a `TypeError` that says what is wrong; `undefined` for --help. */
export function parseOptions(args: readonly string[]): ServiceOptions | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string' },
      host: { type: 'string' },
      scale: { type: 'string' },
      limits: { type: 'string' },
      windows: { type: 'string' },
      key: { type: 'string' },
      seed: { type: 'string' },
      fault: { type: 'string', multiple: true },
      reading: { type: 'string', multiple: true },
      help: { type: 'boolean' },
    },
  });
  if (values.help === true) return undefined;
  if (values.key !== undefined && keyParts(values.key) === undefined) {
    throw new TypeError('--key: a key has the form svc_<8 characters>_<24 characters>');
  }
  const scale = values.scale;
  return {
    port: wholeNumber('--port', values.port ?? String(defaultOptions.port), 65_535),
    host: values.host ?? defaultOptions.host,
    ...(scale !== undefined && { scale: wholeNumber('--scale', scale, 100_000) }),
    limits: oneOf('--limits', values.limits, ['overview', 'endpoint', 'off'] as const),
    windows: oneOf('--windows', values.windows, ['sliding', 'fixed'] as const),
    ...(values.key !== undefined && { key: values.key }),
    seed: values.seed ?? defaultOptions.seed,
    faults: (values.fault ?? []).map(parseFault),
    readings: Object.assign(
      {},
      usualReadings,
      ...(values.reading ?? []).map(parseReading),
    ) as Readings,
  };
}

function wholeNumber(flag: string, text: string, max: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > max) {
    throw new TypeError(`${flag}: expected a whole number up to ${String(max)}`);
  }
  return value;
}

/** The value if it is one of `allowed`; the first of them when it is absent. */
function oneOf<T extends string>(
  flag: string,
  value: string | undefined,
  allowed: readonly [T, ...T[]],
): T {
  if (value === undefined) return allowed[0];
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined) throw new TypeError(`${flag}: expected ${allowed.join(', ')}`);
  return found;
}
