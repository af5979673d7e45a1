// @vitest-environment node
import fc from 'fast-check';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createTailwindMerge, twMerge } from 'tailwind-merge';
import { createTV as createWhole } from 'tailwind-variants';
import { describe, expect, test } from 'vitest';
import { classGroupsIn } from '#build/kit-classes.ts';
import { kitTheme } from '#build/kit-theme.ts';
import { createTV } from '#renderer/kit/variants.ts';
import { drawn } from '#test/simulator/deep.ts';

/** What the whole package and the window's have in common, as far as a theme goes. */
type PutTogether = (
  theme: object,
) => (values: object) => string | Record<string, (given?: object) => string>;
const [whole, own] = [createWhole({}), createTV()] as unknown as [PutTogether, PutTogether];

/** The whole package has an older list of its own, to which "mx-1" leaves an "ms-2" beside it. */
const settled = (classes: unknown) => (typeof classes === 'string' ? twMerge(classes) : classes);

interface Theme {
  readonly slots?: object;
  readonly variants?: Readonly<Record<string, object>>;
}

/** The parts that the window has of the kit, and those that these have. */
const parts = [
  ...['button', 'form-field', 'input', 'kbd', 'link', 'popover', 'skeleton', 'slideover', 'switch'],
  ...['avatar', 'chip'],
];

async function themeOf(part: string): Promise<Theme> {
  const module = (await import(/* @vite-ignore */ `#build/ui/${part}`)) as { default: Theme };
  return module.default;
}

/** What the window changes about a part. */
function changed(part: string): object {
  const names: Readonly<Record<string, object>> = kitTheme;
  return names[part.replace(/-./g, (found) => found.slice(1).toUpperCase())] ?? {};
}

const folder = fileURLToPath(new URL('../../../src-renderer/', import.meta.url));
const components = globSync('**/*.vue', { cwd: folder }).map((file) =>
  readFileSync(`${folder}${file}`, 'utf8'),
);

/** Everything that the window may give a part of the kit as its classes. */
const given = [
  ...new Set(
    components
      .flatMap((code) => [...code.matchAll(/<(?:U[A-Z]\w+|IconButton|AppPopover)\s[^>]*>/g)])
      .flatMap(([tag]) => [...tag.matchAll(/'([^'"]*)'|class="([^'"]*)"/g)])
      .map(([, quoted, plain]) => quoted ?? plain ?? ''),
  ),
];

/** Every word in a theme, of which most are classes. */
function wordsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.split(/\s+/).filter((word) => word !== '');
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(wordsIn);
}

describe('the classes of the kit', () => {
  test.each(parts)('are put together as the whole package does it: %s', async (part) => {
    const theme = await themeOf(part);
    const extended = { extend: theme, ...changed(part) };
    const values = fc.record(
      Object.fromEntries(
        Object.entries(theme.variants ?? {}).map(([name, options]) => [
          name,
          fc.constantFrom(
            undefined,
            ...Object.keys(options).map((option) =>
              option === 'true' ? true : option === 'false' ? false : option,
            ),
          ),
        ]),
      ),
    );
    const classes = fc.option(fc.constantFrom(...given), { nil: undefined });
    fc.assert(
      fc.property(values, values, classes, (chosen, over, more) => {
        const [theirs, ours] = [whole(extended)(chosen), own(extended)(chosen)];
        if (typeof theirs === 'string' || typeof ours === 'string') {
          const alone = { ...chosen, class: more };
          expect(own(extended)(alone)).toBe(settled(whole(extended)(alone)));
          return;
        }
        for (const slot of Object.keys(theme.slots ?? {})) {
          const told = { ...over, class: more };
          expect([slot, ours[slot]?.()]).toEqual([slot, settled(theirs[slot]?.())]);
          expect([slot, ours[slot]?.(told)]).toEqual([slot, settled(theirs[slot]?.(told))]);
        }
      }),
      drawn(100, 3000),
    );
  });

  test('contradict each other as the package has it that knows all', async () => {
    const themes = await Promise.all(parts.map(themeOf));
    const { colors: _, ...changes } = kitTheme;
    const all = [...new Set([themes, changes, given].flatMap(wordsIn))];
    const groups = classGroupsIn(all);
    const merge = createTailwindMerge(() => groups);
    expect(Object.keys(groups.classGroups).length).toBeGreaterThan(50);
    const plain = all.filter((name) => !name.includes(':'));
    const wrong = plain.flatMap((one) =>
      plain
        .filter((other) => other !== one)
        .map((other) => `${one} ${other}`)
        .filter((both) => merge(both) !== twMerge(both)),
    );
    expect(wrong).toEqual([]);
    fc.assert(
      fc.property(fc.uniqueArray(fc.constantFrom(...all), { maxLength: 30 }), (some) => {
        const classes = some.join(' ');
        expect(merge(classes)).toBe(twMerge(classes));
      }),
      drawn(1000, 20_000),
    );
  });

  test('are known only where the package knows them', () => {
    const { classGroups } = classGroupsIn([
      "h('p', { class: 'p-2 hover:-p-4 py-1/2' }, 'perhaps')",
      'truncate',
    ]);
    expect(Object.values(classGroups)).toEqual([['p-2', 'p-4'], ['py-1'], ['truncate']]);
  });
});
