import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { subscriptionClients, type SubscriptionClient } from '#contract/ipc/secrets.ts';
import { importLinks } from '#core/tools/import-links.ts';
import { fillTemplate } from '#core/tools/subscription-url.ts';
import { drawn } from '#test/simulator/deep.ts';

interface Imported {
  readonly url: string;
  /** Absent where the client takes the name from the subscription itself. */
  readonly name?: string;
}

/** `Uri.queryParameters` of Dart: the first `=` parts name and value, `+` is a space. */
function dartQuery(link: string): ReadonlyMap<string, string> {
  const [, query = ''] = link.split('#')[0]?.split(/\?(.*)/s) ?? [];
  const decode = (text: string) => decodeURIComponent(text.replaceAll('+', ' '));
  return new Map(
    query.split('&').map((part) => {
      const [name = '', value = ''] = part.split(/=(.*)/s);
      return [decode(name), decode(value)];
    }),
  );
}

/** As FlClash and FlClashX do (link.dart): the parameter of the right host, decoded once. */
function flClash(link: string): Imported {
  expect(new URL(link).host).toBe('install-config');
  return { url: dartQuery(link).get('url') ?? '' };
}

/** How each client reads its link, by the rules of the source that the table names. */
const readers: Readonly<Record<SubscriptionClient, (link: string) => Imported>> = {
  // A parameter `url` counts before the path.
  hiddify: (link) => ({
    url: dartQuery(link).get('url') ?? '',
    name: dartQuery(link).get('name') ?? '',
  }),
  // Both parameters are decoded once more.
  karing: (link) => ({
    url: decodeURIComponent(dartQuery(link).get('url') ?? ''),
    name: decodeURIComponent(dartQuery(link).get('name') ?? ''),
  }),
  happ: (link) => ({ url: link.slice('happ://add/'.length) }),
  // All of the query from the first `url=` on, decoded until it is an absolute URL, twice at most.
  'clash-verge': (link) => {
    const { search, searchParams } = new URL(link);
    let url = search.slice(search.indexOf('url=') + 'url='.length).trim();
    for (let turn = 0; turn < 2 && !URL.canParse(url); turn += 1) url = decodeURIComponent(url);
    return { url, name: searchParams.get('name') ?? '' };
  },
  flclashx: flClash,
  flclash: flClash,
  // Go's url.Parse and Query, which are those of a form; the name is the fragment.
  'sing-box': (link) => {
    const { host, searchParams, hash } = new URL(link);
    expect(host).toBe('import-remote-profile');
    return { url: searchParams.get('url') ?? '', name: decodeURIComponent(hash.slice(1)) };
  },
};

const templates = [
  'https://sub.example.com/s/{key}',
  'https://sub.example.com/?token={key}&name=url=x',
  'https://sub.example.com/%2F{key}/a+b?format=json',
];
const url = fc
  .tuple(fc.constantFrom(...templates), fc.string({ unit: 'grapheme', minLength: 1 }))
  .map(([template, key]) => fillTemplate(template, key))
  .filter((filled) => filled !== undefined);
const title = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 64 });

describe.each(subscriptionClients)('the import link of %s', (client) => {
  const link = importLinks[client];

  it('gives the client the very URL, and the title where it reads one', () => {
    fc.assert(
      fc.property(url, title, (given, named) => {
        const imported = readers[client](link(given, named));
        expect(imported.url).toBe(given);
        expect(imported.name ?? named).toBe(named);
      }),
      drawn(100),
    );
  });

  it('is of its scheme, and reaches the system as it is written', () => {
    fc.assert(
      fc.property(url, title, (given, named) => {
        const written = link(given, named);
        expect(written.startsWith(`${client}://`)).toBe(true);
        expect(new URL(written).href).toBe(written);
      }),
      drawn(100),
    );
  });

  it('is written for a title that is no text', () => {
    expect(() => link('https://sub.example.com/s/key', '\ud800')).not.toThrow();
  });
});
