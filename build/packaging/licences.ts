import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/**
 * Packages that ship without being modules of a bundle: what styles import, what plugins draw from,
 * what is compiled in, and the runtime itself.
 */
export const alsoShipped: readonly string[] = [
  '@fontsource-variable/inter',
  '@fontsource-variable/jetbrains-mono',
  '@iconify-json/circle-flags',
  '@iconify-json/lucide',
  'electron',
  'keytar',
  'node-addon-api',
  'tailwindcss',
];

const Author = z.union([z.string(), z.object({ name: z.string() })]);
type Author = z.output<typeof Author>;

const Manifest = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string().optional(),
  author: Author.optional(),
});
type Manifest = z.output<typeof Manifest>;

/** What a set of icons says of itself. */
const IconInfo = z.object({ author: Author.optional() });

/**
 * The licences of the project and of everything that ships with it, as one text: each package with
 * its version, the name of its licence and the licence's text, or its author where a package has
 * brought no text.
 *
 * @param bundled folders of the packages in the bundles (`bundledPackages`)
 * @throws when a package does not say its licence
 */
export function collectLicences(root: string, bundled: readonly string[]): string {
  const more = alsoShipped.map((name) => join(root, 'node_modules', name));
  const entries = new Map(
    [...new Set([...bundled, ...more])].map((folder) => {
      const manifest = readManifest(folder);
      return [`${manifest.name} ${manifest.version}`, entry(folder, manifest)];
    }),
  );
  const sorted = [...entries].sort(([one], [other]) => (one < other ? -1 : 1));
  return [
    readFileSync(join(root, 'LICENSE'), 'utf8').trim(),
    'What follows is the work of others, which comes with this program.',
    'Chromium, a part of Electron, has its own list: LICENSES.chromium.html.',
    ...sorted.map(([heading, text]) => `${'─'.repeat(80)}\n${heading}\n\n${text}`),
    '',
  ].join('\n\n');
}

function readManifest(folder: string): Manifest {
  return Manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
}

function entry(folder: string, { name, license, author }: Manifest): string {
  if (license === undefined) throw new Error(`${name} does not say its licence.`);
  const texts = readdirSync(folder)
    .filter((file) => /^(?:licen[cs]e|copying|notice)/i.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').trim());
  if (texts.length > 0) return texts.join('\n\n');
  const maker = author ?? artist(folder);
  if (maker === undefined)
    throw new Error(`${name} says neither its licence's text nor its author.`);
  return `${license}. By ${typeof maker === 'object' ? maker.name : maker}.`;
}

/** A set of drawings names who drew it beside them. */
function artist(folder: string): Author | undefined {
  const file = join(folder, 'info.json');
  if (!existsSync(file)) return undefined;
  return IconInfo.parse(JSON.parse(readFileSync(file, 'utf8'))).author;
}
