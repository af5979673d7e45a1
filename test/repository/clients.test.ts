import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rowsUnder } from '#test/markdown-tables.ts';
import {
  clients,
  clientsAsOf,
  textKinds,
  traitNames,
  traits,
  type Cell,
} from '#contract/clients.ts';
import { importLinks } from '#core/tools/import-links.ts';

/** The name of each column on the page. */
const columns: Readonly<Record<string, string>> = {
  ...traitNames,
  'awg-empty': 'Empty settings (`I2 =`)',
  'hysteria2-obfs': 'Hysteria 2 with obfuscation',
  conf: '`.conf`',
  'tunnel-url': '`wireguard://`, `awg://`',
  'proxy-url': '`vless://` and the like',
  'xray-json': 'Xray JSON',
  'telegram-url': '`tg://`',
};
const notes: Readonly<Record<NonNullable<Cell['note']>, string>> = {
  newParametersDropped: '5.0.0.5 drops the new parameters when it imports the file',
  notOnWindows: 'not on Windows, 2.0.2',
  emptyNotPasted: 'on Windows a pasted configuration is not saved with them',
  emptyRefused: 'versions before May 2026 refuse them',
  singBoxCore: 'with sing-box as the core',
  xhttpWithReality: 'XHTTP with REALITY is reported not to connect',
};

/** The rows of both tables as the page has them: client, what, verdict or ways, source, day. */
function rows(): string[][] {
  return clients.flatMap(({ name, reads, takes }) => [
    ...textKinds.flatMap((kind) => {
      const cell = reads[kind];
      if (!cell) return [];
      const how = [cell.ways.join(', '), ...(cell.notScanned ? ['does not scan it'] : [])].join(
        '; ',
      );
      return [[name, columns[kind] ?? '', how, cell.source, cell.day]];
    }),
    ...traits.flatMap((trait) => {
      const cell = takes[trait];
      if (!cell) return [];
      const note = cell.note === undefined ? '' : `: ${notes[cell.note]}`;
      return [[name, columns[trait] ?? '', `${cell.verdict}${note}`, cell.source, cell.day]];
    }),
  ]);
}

const page = readFileSync(new URL('../../docs/clients.md', import.meta.url), 'utf8');
/** The rows of a table of the page, with the texts of links alone. */
const shownUnder = (heading: string) =>
  rowsUnder(page, heading).map((cells) =>
    cells.map((cell) => cell.replace(/^\[(.*)\]\(.*\)$/, '$1')),
  );

test('the page of clients has every cell of the table with its source, and no other', () => {
  const shown = ['What clients read', 'What clients take'].flatMap(shownUnder);
  expect(shown.toSorted()).toEqual(rows().toSorted());
  expect(page).toContain(clientsAsOf);
});

test('the page of clients has every import link with its source, and no other', () => {
  const shown = shownUnder('Links that import a subscription');
  const written = Object.values(importLinks).map(({ link, source }) => [
    `\`${link('URL', 'TITLE')}\``,
    source,
  ]);
  expect(shown.map(([, link, , source]) => [link, source])).toEqual(written);
});
