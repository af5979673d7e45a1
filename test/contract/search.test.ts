import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchedParts, otherLayout, romanized, searchItems } from '#contract/rules/search.ts';
import { runs } from '#test/simulator/deep.ts';

const marked = (text: string, search: string) =>
  matchedParts(text, search)
    .map((part) => (part.found ? `[${part.text}]` : part.text))
    .join('');

describe('a word in the other keyboard layout', () => {
  it('is what the same keys type there, in both directions', () => {
    expect(otherLayout('ntktajy')).toBe('телефон');
    expect(otherLayout('цщкл')).toBe('work');
  });

  it('is not tried for words of one or two letters', () => {
    expect(otherLayout('nt')).toBeUndefined();
  });
});

describe('a romanized text', () => {
  it.each([
    ['юлия', 'yulia', 'iuliia'],
    ['щенок', 'shchenok', 'shenok'],
    ['хабаровск', 'khabarovsk', 'habarovsk'],
    ['максим', 'maxim', 'maksim'],
  ])('is the same for %s and its usual transliterations', (...spellings) => {
    expect(new Set(spellings.map(romanized)).size).toBe(1);
  });
});

describe('the parts of a text that a search found', () => {
  it('are marked where a word of the text begins, if one does', () => {
    expect(marked('Work network', 'work')).toBe('[Work] network');
    expect(marked('Network work', 'work')).toBe('Network [work]');
    expect(marked('Network', 'work')).toBe('Net[work]');
  });

  it('are marked for every word, whatever the case and the layout', () => {
    expect(marked('Ёлка дома', 'дома елка')).toBe('[Ёлка] [дома]');
    expect(marked('Телефон', 'ntkt')).toBe('[Теле]фон');
  });

  it('leave a text whole that has none', () => {
    expect(matchedParts('Дача', 'dacha')).toEqual([{ text: 'Дача', found: false }]);
    expect(matchedParts('', 'x')).toEqual([]);
  });

  it('are the whole text when they are put together again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, search) => {
        expect(
          matchedParts(text, search)
            .map((part) => part.text)
            .join(''),
        ).toBe(text);
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('a search in a list of texts', () => {
  const texts = ['Netflix', 'Телефон', 'Дача', 'Steam Deck', 'Work', 'Word'];
  const find = (search: string) => searchItems(texts, search, (text) => [text]);

  it('finds those that have every word, in their order, and all of them without a word', () => {
    expect(find('wor')).toEqual(['Work', 'Word']);
    expect(searchItems(['A dacha, b', 'Dacha, b'], 'dacha b', (text) => [text])[0]).toBe(
      'Dacha, b',
    );
    expect(find('deck STEAM')).toEqual(['Steam Deck']);
    expect(find('  ')).toBe(texts);
  });

  it('finds words of the other keyboard layout and alphabet', () => {
    expect(find('ntktajy')).toEqual(['Телефон']);
    expect(find('dacha')).toEqual(['Дача']);
  });

  it.each(['netfilx', 'nettflix', 'netflx', 'betflix', 'netfl1', 'туеашдч'])(
    'finds a word with one mistake: %s',
    (typed) => {
      expect(find(typed)).toEqual(['Netflix']);
    },
  );

  it('finds no word with two mistakes, and no short one with one', () => {
    expect(find('natflox')).toEqual([]);
    expect(find('wark')).toEqual([]);
  });

  it('does not find mistakes where something has the word itself', () => {
    expect(searchItems(['Router', 'Routes'], 'router', (text) => [text])).toEqual(['Router']);
  });

  it.each(['AmneziaWG 2, Финляндия', 'amneziawg 2, фин', 'amneziawg 2,', '«AmneziaWG 2» — (финл'])(
    'does without the punctuation at the ends of words: %s',
    (typed) => {
      const items = [['AmneziaWG 2', 'Финляндия'] as const, ['WireGuard', 'Финляндия'] as const];
      expect(searchItems(items, typed, (texts) => texts)).toEqual([items[0]]);
    },
  );

  it.each(['!!!', ':443', '198.51.100.7:443', '[2001:db8::]:443', 'a.example.com', ',fyr'])(
    'finds what has punctuation where it means something: %s',
    (typed) => {
      const all = [
        'Why?!!!',
        '198.51.100.7:443',
        '[2001:db8::]:443',
        'a.example.com',
        'Банк',
        '443',
      ];
      const found = searchItems(all, typed, (text) => [text]);
      expect(found).toContain(all.find((text) => text.includes(typed)) ?? 'Банк');
      expect(found).not.toContain('443');
    },
  );

  it('puts first what fits best: beginnings of words before letters within one', () => {
    const items = [
      ['Internet', ''],
      ['My phone', 'Netherlands'],
      ['Netflix', ''],
      ['Home net', ''],
      ['Net', ''],
    ] as const;
    const titles = searchItems(items, 'net', (texts) => texts).map(([title]) => title);
    expect(titles).toEqual(['Net', 'Netflix', 'Home net', 'My phone', 'Internet']);
  });

  it('finds every text by itself with two of its letters swapped', () => {
    const word = fc.stringMatching(/^[a-zа-я]{6,12}$/);
    fc.assert(
      fc.property(word, fc.nat(10), (text, at) => {
        const from = at % (text.length - 1);
        const swapped =
          text.slice(0, from) + text.charAt(from + 1) + text.charAt(from) + text.slice(from + 2);
        expect(searchItems([text], swapped, (found) => [found])).toEqual([text]);
      }),
      { numRuns: runs(300) },
    );
  });
});
