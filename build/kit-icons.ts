import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

interface IconSet {
  readonly icons: Readonly<Record<string, { readonly body: string }>>;
  readonly aliases?: Readonly<Record<string, { readonly parent: string }>>;
}

/** Icons that parts of the kit draw by themselves, by the names that these have for them. */
const kitIcons: Readonly<Record<string, string>> = { close: 'x', loading: 'loader-circle' };

const ours = fileURLToPath(new URL('../src-renderer/', import.meta.url)).replaceAll('\\', '/');
const component = `${ours}kit/icons.ts`;
const prefix = 'virtual:icon/';

/** How every icon of the set is drawn, which the component says once for all. */
const pen = ['fill="none"', 'stroke="currentColor"', 'stroke-linecap="round"'];
const stroke = [...pen, 'stroke-linejoin="round"', 'stroke-width="2"'].join(' ');

/** The names of the icons that a module draws. */
function namesIn(code: string, id: string): Set<string> {
  const path = id.replaceAll('\\', '/');
  if (path.startsWith(ours)) {
    return new Set([...code.matchAll(/\bi-lucide-([a-z0-9-]+)/g)].map(([, name = '']) => name));
  }
  if (!path.includes('/@nuxt/ui/dist/runtime/')) return new Set();
  const meant = [...code.matchAll(/\bappConfig\.ui\.icons\.(\w+)/g)].map(([, name = '']) => name);
  return new Set(meant.map((name) => kitIcons[name] ?? name));
}

/**
 * Icons come from the bundle alone, and each with the code that draws it: a module that names one
 * ("i-lucide-copy") imports its drawing. The kit's component draws by `src-renderer/kit/icons.ts`,
 * which cannot ask the network. An icon that does not exist stops the build.
 */
export function bundledIcons(): Plugin[] {
  const set = JSON.parse(
    readFileSync(createRequire(import.meta.url).resolve('@iconify-json/lucide/icons.json'), 'utf8'),
  ) as IconSet;
  const bodyOf = (name: string) =>
    (set.icons[name] ?? set.icons[set.aliases?.[name]?.parent ?? ''])?.body;
  return [
    {
      name: 'culvert:icon-component',
      enforce: 'pre',
      resolveId(id) {
        return id === '@iconify/vue' ? component : id.startsWith(prefix) ? `\0${id}` : null;
      },
      load(id) {
        if (!id.startsWith(`\0${prefix}`)) return null;
        const name = id.slice(prefix.length + 1);
        const body = bodyOf(name);
        if (body === undefined) this.error(`There is no icon "${name}" in the set.`);
        if (!body.includes(stroke)) this.error(`The icon "${name}" is drawn with another pen.`);
        const drawing = body.replaceAll(` ${stroke}`, '').replace(/^<g>(.*)<\/g>$/, '$1');
        const said = [`lucide-${name}`, drawing].map((each) => JSON.stringify(each)).join(', ');
        return `import { addIcon } from ${JSON.stringify(component)}; addIcon(${said});`;
      },
    },
    {
      name: 'culvert:bundled-icons',
      transform(code, id) {
        const imports = [...namesIn(code, id)].map((name) => `import "${prefix}${name}";`);
        // On the module's first line, so that the lines of its own keep their numbers.
        return imports.length === 0 ? null : { code: imports.join('') + code, map: null };
      },
    },
  ];
}
