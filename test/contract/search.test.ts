import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchedParts, otherLayout, romanized } from '#contract/rules/search.ts';
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
