import { describe, expect, it } from 'vitest';
import { clientNotes, clients, clientsAsOf, textKinds, traits } from '#contract/clients.ts';
import { linkSchemes } from '#contract/link-schemes.ts';
import { clientFits, scannersOf, textKindOf } from '#contract/connections/client-fit.ts';

const verdicts = (...args: Parameters<typeof clientFits>) =>
  Object.fromEntries(clientFits(...args).map(({ client, verdict }) => [client.name, verdict]));

describe('the table of clients', () => {
  const cells = clients.flatMap(({ name, reads, takes }) =>
    [...Object.entries(reads), ...Object.entries(takes)].map(([of, cell]) => ({
      name,
      of,
      ...cell,
    })),
  );

  it.each(cells)('names where $name and $of is known from, and since when', (cell) => {
    expect(cell.source).toMatch(/^[\w-]+\/[\w.-]+ (?:\d+|[\w./-]+\.\w+)$/);
    expect(cell.day).toMatch(/^20\d\d-[01]\d-[0-3]\d$/);
    expect(cell.day <= clientsAsOf).toBe(true);
  });

  it('has a note for each cell that is neither yes nor no, and every note is used', () => {
    const noted = clients.flatMap(({ takes }) => Object.values(takes));
    for (const { verdict, note } of noted) expect(note !== undefined).toBe(verdict === 'partly');
    const used = new Set(noted.flatMap(({ note }) => note ?? []));
    expect([...used].toSorted()).toEqual([...clientNotes].toSorted());
  });

  it('has a client for every kind of text, scheme and trait that it names', () => {
    for (const kind of textKinds) {
      expect(clients.some(({ reads }) => reads[kind] !== undefined)).toBe(true);
    }
    for (const trait of traits) {
      expect(clients.some(({ takes }) => takes[trait] !== undefined)).toBe(true);
    }
  });
});

describe('what clients make of a connection', () => {
  it('is worst of what they make of its parts', () => {
    expect(verdicts('proxy-url', ['vless', 'reality', 'xhttp'])).toEqual({
      AmneziaVPN: 'unknown',
      Hiddify: 'unknown',
      v2rayN: 'yes',
      Karing: 'unknown',
    });
    expect(verdicts('proxy-url', ['hysteria2', 'hysteria2-obfs'])).toEqual({
      AmneziaVPN: 'no',
      Hiddify: 'yes',
      v2rayN: 'partly',
    });
  });

  it('says the condition of a client that takes it with one', () => {
    const [amnezia] = clientFits('conf', ['awg-3']);
    expect(amnezia).toMatchObject({ verdict: 'partly', notes: ['newParametersDropped'] });
  });

  it('leaves out clients that read no such text, and those of which nothing is known', () => {
    expect(verdicts('conf', ['awg-2'])).toEqual({
      AmneziaVPN: 'yes',
      AmneziaWG: 'yes',
      WireGuard: 'no',
      'WG Tunnel': 'yes',
    });
    expect(verdicts('tunnel-url', ['awg-2'])).toEqual({ Hiddify: 'yes' });
    expect(verdicts('telegram-url', ['mtproto'])).toEqual({ Telegram: 'yes' });
    expect(verdicts('proxy-url', [])).toEqual({});
    expect(verdicts(null, ['vless'])).toEqual({});
  });
});

describe('the apps that scan a QR code', () => {
  it('are those on a phone that read such texts from one', () => {
    expect(scannersOf('awg', '', ['awg-2'])).toEqual(['AmneziaWG', 'WG Tunnel']);
    expect(scannersOf('awg', '', ['wireguard'])).toEqual(['AmneziaWG', 'WireGuard', 'WG Tunnel']);
    expect(scannersOf('url', 'vless', ['vless', 'reality'])).toEqual(['Hiddify']);
    expect(scannersOf('xray', '', ['vless'])).toEqual([]);
  });
});

it('the kind of a text follows from its form and, of a URL, its scheme', () => {
  expect(textKindOf('awg', 'awg')).toBe('conf');
  expect(textKindOf('xray', 'vless')).toBe('xray-json');
  expect(linkSchemes.map((scheme) => textKindOf('url', scheme))).not.toContain(null);
  expect(textKindOf('proxy-url', 'tg')).toBe('telegram-url');
  expect(textKindOf('url', 'quic-next')).toBeNull();
});
