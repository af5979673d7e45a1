import { createTailwindMerge, getDefaultConfig } from 'tailwind-merge';
import type { Plugin } from 'vite';

const all = createTailwindMerge(getDefaultConfig);
/** Says of two classes whether they set the same thing; `all` also whether one sets more than that. */
const same = createTailwindMerge(() => ({
  ...getDefaultConfig(),
  conflictingClassGroups: {},
  conflictingClassGroupModifiers: {},
}));

const replaces = (merge: typeof all, one: string, other: string) =>
  merge(`${other} ${one}`) === one;
// Only a class that the package knows is dropped where it stands twice.
const isKnown = (name: string) =>
  name !== '' && !name.startsWith('[') && replaces(same, name, name);

/** The known classes in the texts, without their variants, signs and what follows a slash. */
function classesIn(texts: Iterable<string>): string[] {
  const found = new Set<string>();
  const read = createTailwindMerge(() => ({
    ...getDefaultConfig(),
    experimentalParseClassName(asked) {
      const parsed = asked.parseClassName(asked.className);
      const name = parsed.baseClassName;
      const beforeSlash = name.slice(0, parsed.maybePostfixModifierPosition);
      found.add((isKnown(beforeSlash) ? beforeSlash : name).replace(/^-/, ''));
      return parsed;
    },
  }));
  for (const text of texts) read(text.replaceAll(/["'`\\]/g, ' '));
  return [...found].filter(isKnown).sort();
}

/**
 * What of all that `tailwind-merge` knows concerns the classes in these texts, in the form that it
 * takes, found out by asking it. Tailwind styles only classes that it finds written out, so the
 * window has no others.
 */
export function classGroupsIn(texts: Iterable<string>) {
  const groups: [string, ...string[]][] = [];
  for (const name of classesIn(texts)) {
    const group = groups.find(([first]) => replaces(same, name, first));
    if (group === undefined) groups.push([name]);
    else group.push(name);
  }
  const beatenBy = (group: [string, ...string[]]) =>
    groups.flatMap((other, at) =>
      other !== group && replaces(all, group[0], other[0]) ? [String(at)] : [],
    );
  const { cacheSize, orderSensitiveModifiers } = getDefaultConfig();
  return {
    cacheSize,
    theme: {},
    classGroups: Object.fromEntries(groups.map((group, index) => [index, group])),
    conflictingClassGroups: Object.fromEntries(
      groups
        .map((group, index) => [index, beatenBy(group)] as const)
        .filter(([, others]) => others.length > 0),
    ),
    conflictingClassGroupModifiers: {},
    orderSensitiveModifiers,
  };
}

const source = 'virtual:class-groups';
const placeholder = '__CLASS_GROUPS__';

/**
 * The kit puts its classes together with a package that brings everything there is to know about
 * Tailwind's classes. In the build it gets the same package without that, and with what there is to know
 * about the classes that the window has.
 */
export function classGroups(): Plugin {
  return {
    name: 'culvert:class-groups',
    enforce: 'pre',
    resolveId: (id) => (id === source ? `\0${source}` : null),
    load(id) {
      if (id !== `\0${source}`) return null;
      return this.environment.mode === 'build'
        ? `const groups = ${placeholder}; export default () => groups;`
        : `export { getDefaultConfig as default } from 'tailwind-merge';`;
    },
    renderChunk(code) {
      if (!code.includes(placeholder)) return null;
      const texts = [...this.getModuleIds()]
        .filter((id) => id.startsWith('virtual:nuxt-ui-') || id.includes('/src-renderer/'))
        .map((id) => this.getModuleInfo(id)?.code ?? '');
      return code.replace(placeholder, () => JSON.stringify(classGroupsIn(texts)));
    },
  };
}
