import type { SpecRecord, SpecRecordField } from './spec-facts.ts';
import { tablesOf } from '#test/markdown-tables.ts';
import { sectionOf } from './spec-markdown.ts';

const words = (text: string): string => text.replace(/`/g, '').trim();

/** "title string or null", "xray_config? string", "device_limit number or null (null = unlimited)". */
export function fieldOf(text: string): SpecRecordField {
  const match = /^(\w+)(\?)?/.exec(words(text));
  if (match === null) throw new Error(`no field in "${text}"`);
  return {
    name: match[1] ?? '',
    optional: match[2] === '?' || /\boptional\b/.test(text),
    nullable: /\bor null\b/.test(text),
  };
}

/** Splits at the commas outside of all brackets. */
export function listOf(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (const { 0: mark, index } of text.matchAll(/[,()[\]{}]/g)) {
    if ('([{'.includes(mark)) depth += 1;
    if (')]}'.includes(mark)) depth -= 1;
    if (mark === ',' && depth === 0) {
      parts.push(text.slice(from, index));
      from = index + 1;
    }
  }
  return [...parts, text.slice(from)].filter((part) => part.trim() !== '');
}

/** The text in braces in the code of a text: the fields of a record. */
export const braces = (text: string): string[] =>
  [...text.matchAll(/`\{([^`]+)\}/g)].map((match) => match[1] ?? '');

const inBraces = (name: string, text: string, index = 0): SpecRecord => {
  const found = braces(text)[index];
  if (found === undefined) throw new Error(`no record for ${name}`);
  return { name, fields: listOf(found).map(fieldOf) };
};

const inTable = (part1: string, name: string): SpecRecord => {
  const table = tablesOf(part1).find(
    ({ heading, head }) => heading === name && head[0] === 'Field',
  );
  if (table === undefined) throw new Error(`no table for ${name}`);
  return {
    name,
    fields: table.rows.map(([field = '', type = '']) => fieldOf(`${field} ${type}`)),
  };
};

const lineOf = (text: string, start: string): string =>
  text.split('\n').find((line) => line.trim().startsWith(start)) ?? '';

/** The records of part 1, by the names it gives them. */
export function recordsOf(part1: string): SpecRecord[] {
  const section = (heading: string) => sectionOf(part1, heading);
  const paid = section("Paid option (user's)");
  const custom = section('Custom subscription');
  const device = section('Device');
  const tariffs = section('Payment method with tariffs');
  const profile = section('Profile');
  const others = tablesOf(part1).find(({ heading }) => heading === 'Other records');
  return [
    inTable(part1, 'VPN configuration'),
    inTable(part1, 'Payment method with tariffs'),
    {
      name: 'Tariff',
      fields: listOf(/`id` number, `days`[^()]*/.exec(tariffs)?.[0] ?? '').map(fieldOf),
    },
    inBraces('Cloud tariff', lineOf(tariffs, '- Cloud tariff')),
    inBraces('Paid option tariff', lineOf(tariffs, '- Paid option tariff')),
    inTable(part1, 'Location'),
    inBraces('Server statistics', section('Server statistics')),
    inBraces('Server statistics day', section('Server statistics'), 1),
    inTable(part1, 'Cloud server'),
    inBraces('Cloud server configuration', section('Cloud server configuration')),
    inBraces('Proxy', section('Proxy (cloud server)')),
    inBraces('Subconfig', section('Subconfig (extra proxy of a configuration)')),
    inTable(part1, "Paid option (user's)"),
    inBraces('Paid option configuration', lineOf(paid, 'Paid option configuration')),
    inBraces('Paid option subscription', lineOf(paid, 'Paid option subscription info')),
    inBraces('Panel device', lineOf(paid, 'Panel device')),
    inBraces('Custom subscription summary', lineOf(custom, '- Summary')),
    inBraces('Custom subscription item', lineOf(custom, '- Detail')),
    inBraces('Available configuration', lineOf(custom, '- Each `configs`')),
    inBraces('Available paid option', lineOf(custom, '- Each `paid_options`')),
    inBraces('Available index', lineOf(custom, '- Each `paid_options`'), 1),
    inBraces('Available server', lineOf(custom, '- Each `paid_options`'), 2),
    inBraces('Account device', lineOf(device, '- Account device')),
    inBraces('Custom subscription device', lineOf(device, '- Custom subscription device')),
    inBraces('Device settings', lineOf(device, '- Device settings')),
    inTable(part1, 'Profile'),
    inBraces('Pricing rule', lineOf(profile, 'Pricing rule')),
    inBraces('Notification settings', lineOf(profile, 'Notification settings')),
    inBraces('Notification', lineOf(profile, 'Notification:')),
    ...(others?.rows ?? []).map(([name = '', fields = '']) => ({
      name,
      fields: listOf(fields).map(fieldOf),
    })),
  ];
}
