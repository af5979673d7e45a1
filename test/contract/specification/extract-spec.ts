import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from 'oxfmt';
import type { SpecEndpoint, SpecFacts, SpecField } from './spec-facts.ts';
import { tablesOf } from '#test/markdown-tables.ts';
import { boundsIn, fieldsIn, sectionOf, tableWith } from './spec-markdown.ts';
import { braces, fieldOf, listOf, recordsOf } from './spec-records.ts';

/**
 * Reads the service's specification and writes the facts of its tables to `spec-facts.json`, which
 * the contract is tested against. Run by hand when the specification changes:
 *
 *     node test/contract/specification/extract-spec.ts FOLDER-OF-THE-SPECIFICATION
 */
const folder = process.argv[2];
if (folder === undefined) {
  throw new Error(
    'usage: node test/contract/specification/extract-spec.ts FOLDER-OF-THE-SPECIFICATION',
  );
}
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
const part1 = read('1-resources-and-states.md');
const part2 = read('2-endpoints.md');
const part3 = read('3-auth-errors-limits.md');

const ticked = (text: string): string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');

const numbersAfter = (text: string, pattern: RegExp): number[] =>
  [...text.matchAll(pattern)].map((match) => Number(match[1]));

const protocols = ticked(sectionOf(part1, 'Protocol values').split('. ')[0] ?? '');
const awg = Object.fromEntries(
  [
    ...(/AWG body, shared:.*/.exec(part2)?.[0] ?? '').matchAll(/((?:`\w+`,? ?)+)\((\d+) to (\d+)/g),
  ].flatMap(([, names = '', min, max]) =>
    ticked(names).map((name) => [name, [Number(min), Number(max)]] as const),
  ),
);
const awgFields = Object.entries(awg).map(([name, [min, max]]): SpecField => ({
  name,
  type: 'number',
  required: false,
  nullable: false,
  min,
  max,
}));

/** "global 300/min", "5/10 s", "5/min". */
function limitOf(text: string): Pick<SpecEndpoint, 'limit' | 'limitKind'> {
  const match = /^(global )?(\d+)\/(?:(\d+) s|min)$/.exec(text);
  if (match === null) throw new Error(`not a limit: ${text}`);
  return {
    limit: { max: Number(match[2]), windowS: match[3] === undefined ? 60 : Number(match[3]) },
    limitKind: match[1] === undefined ? 'specific' : 'default',
  };
}

/** The text or the table that a row's "body below" points to. */
function bodyBelow(section: string, route: string): { fields: SpecField[]; flags: boolean } {
  const line = section.split('\n').find((text) => text.startsWith(`${route} body:`));
  if (line === undefined) throw new Error(`no body for ${route}`);
  const said = line.slice(route.length);
  if (said.trim() !== 'body:') {
    return { fields: fieldsIn(said, protocols), flags: said.includes('plus the flags') };
  }
  const rows = tableWith(section, 'Field', 'Type', 'Required', 'Notes').rows;
  const fields = rows
    .filter(([name]) => name !== 'flags')
    .map(([name = '', type = '', required = '', notes = '']): SpecField => ({
      name,
      type: type as SpecField['type'],
      required: required === 'yes',
      nullable: false,
      ...boundsIn(notes),
      ...(notes.includes('9 protocol values without mtproto') ? { values: protocols } : {}),
      ...(required.includes('unless') ? { unless: required.replace('yes, ', '') } : {}),
    }));
  return { fields, flags: fields.length < rows.length };
}

const changeResult = /Config change result.*/.exec(part2)?.[0].split('. ')[0] ?? '';

/** Where the items of a custom subscription are written out; "items as in create" refers to it. */
const itemFields = part2
  .split('\n')
  .filter((line) => line.includes('each with `item_type`'))
  .flatMap((line) => fieldsIn(line, protocols).find(({ name }) => name === 'items')?.each ?? []);

function statusesOf(section: string, route: string, response: string): number[] {
  const stated = numbersAfter(response, /\b(20[01])\b/g);
  if (stated.length > 0) return [...new Set(stated)].toSorted();
  const line = section.split('\n').find((text) => text.startsWith(`${route} results`));
  return numbersAfter(line ?? '', /\b(20[01])\b/g);
}

/** The fields in braces of each object that a row answers with; none where it names a record of part 1. */
function answersOf(section: string, route: string, response: string): SpecEndpoint['answers'] {
  const lines = section.split('\n');
  const results = lines.findIndex((line) => line.startsWith(route) && /[Rr]esults, all/.test(line));
  const listed = results === -1 ? [] : lines.slice(results + 2);
  const end = listed.findIndex((line) => !line.startsWith('- '));
  const said = [response, ...listed.slice(0, end === -1 ? undefined : end)];
  if (/payment link/.test(response)) said.push('`{link string}`');
  if (/change result/.test(response)) said.push(changeResult);
  return said.flatMap(braces).map((text) => listOf(text).map(fieldOf));
}

function endpointOf(section: string, title: string, cells: readonly string[]): SpecEndpoint {
  const [route = '', limit = '', request = '', response = ''] = cells;
  const [method = '', path = ''] = route.split(' ');
  const [, place = '', prose = ''] = /(?:^|; )(query|body)\b(.*)$/.exec(request) ?? [];
  const below = prose === ' below' ? bodyBelow(section, route) : undefined;
  const fields = below?.fields ?? fieldsIn(prose, protocols);
  const body = request === 'AWG body' ? awgFields : place === 'body' ? fields : [];
  const strings = [...request.matchAll(/path `(\w+)` string/g)].map((match) => match[1]);
  return {
    section: title,
    method,
    path,
    pathParams: [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
      name,
      type: strings.includes(name) ? 'string' : 'number',
    })),
    ...limitOf(limit),
    query: place === 'query' ? fields : [],
    body: body.map((field) =>
      field.type === 'array' && field.each === undefined ? { ...field, each: itemFields } : field,
    ),
    flags: below?.flags ?? /plus (the )?flags/.test(request),
    statuses: statusesOf(section, route, response),
    answers: answersOf(section, route, response),
    done: response.includes('`data true`'),
    errors: numbersAfter(response, /\berror (\d+)/gi),
  };
}

const endpoints = tablesOf(part2)
  .filter(({ head }) => head[0] === 'Method and path')
  .flatMap(({ heading, rows }) =>
    rows.map((cells) => endpointOf(sectionOf(part2, heading), heading, cells)),
  );

const [overviewMax = 0, overviewWindow = 0] =
  /Overview rule: (\d+) requests per (\d+) seconds/.exec(part3)?.slice(1).map(Number) ?? [];

const facts: SpecFacts = {
  endpoints,
  records: recordsOf(part1),
  jwtOnly: tableWith(part3, 'Method', 'Path').rows.map(([method = '', path = '']) => ({
    method,
    path: path.replace(/`/g, ''),
  })),
  protocols,
  itemTypes: ticked(/`item_type` values: (.*)/.exec(part1)?.[1] ?? ''),
  flags: tableWith(part1, 'Flag', 'Requires').rows.map(([flag = '', requires = '']) => ({
    flag,
    requires:
      requires === 'none shown'
        ? []
        : requires
            .replace(/`/g, '')
            .split(/, and |, /)
            .filter((part) => part !== ''),
  })),
  pairs: tableWith(part1, 'Option 1', 'Option 2').rows.map(([one = '', two = '']) => [one, two]),
  awg,
  errors: tableWith(part3, 'errorCode', 'message', 'When').rows.map(([code, message = '']) => ({
    code: Number(code),
    message,
  })),
  overview: { max: overviewMax, windowS: overviewWindow },
  bounds: tableWith(part3, 'Subject', 'Bound').rows.map(([subject = '', bound = '']) => ({
    subject,
    ...(/^\d+$/.test(bound) ? { max: Number(bound) } : boundsIn(bound)),
  })),
};

// Formatted here, so that running the script again leaves no other change than the facts.
const target = fileURLToPath(new URL('./spec-facts.json', import.meta.url));
writeFileSync(target, (await format(target, JSON.stringify(facts))).code);
process.stdout.write(
  `${facts.endpoints.length} endpoints, ${facts.records.length} records, ${facts.flags.length} flags\n`,
);
