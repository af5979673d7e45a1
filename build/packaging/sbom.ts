import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { alsoShipped } from './licences.ts';

/** The parts of a CycloneDX document that are read here; the others pass. */
const Component = z.looseObject({ 'bom-ref': z.string() });
const Dependency = z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()).default([]) });
const Bill = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  metadata: z.looseObject({ component: Component }),
  components: z.array(Component),
  dependencies: z.array(Dependency),
});

/**
 * The bill of materials of one artefact (CycloneDX): what is in it of all that `npm sbom` lists, most
 * of which are tools.
 *
 * @param all what `npm sbom --sbom-format=cyclonedx` wrote
 * @param shipped the packages that are in the artefact, such as `zod@4.6.7`
 * @param artefact its file name and the SHA-256 of its bytes, hexadecimal
 * @throws when one of `shipped` is not in the list
 */
export function billOfMaterials(
  all: unknown,
  shipped: readonly string[],
  artefact: { readonly name: string; readonly sha256: string },
): unknown {
  const bill = Bill.parse(all);
  const listed = new Map(bill.components.map((component) => [component['bom-ref'], component]));
  const components = shipped.flatMap((name) => listed.get(name) ?? []);
  const missing = shipped.filter((name) => !listed.has(name));
  if (missing.length > 0) throw new Error(`Not in the list of npm: ${missing.join(', ')}.`);
  const root = bill.metadata.component['bom-ref'];
  const included = new Set([root, ...components.map((component) => component['bom-ref'])]);
  return {
    ...bill,
    metadata: {
      ...bill.metadata,
      component: {
        ...bill.metadata.component,
        name: artefact.name,
        hashes: [{ alg: 'SHA-256', content: artefact.sha256 }],
      },
    },
    components: components.map((component) => ({ ...component, scope: 'required' })),
    dependencies: bill.dependencies
      .filter(({ ref }) => included.has(ref))
      .map((each) => ({
        ...each,
        dependsOn:
          each.ref === root
            ? [...included].slice(1)
            : each.dependsOn.filter((ref) => included.has(ref)),
      })),
  };
}

const Folders = z.array(z.string());

const Lock = z.object({
  packages: z.record(z.string(), z.object({ version: z.string().optional() })),
});

/** A package by the folder that the lock file gives it, such as `node_modules/zod`, as npm lists it. */
function nameWithVersion(folder: string, lock: z.output<typeof Lock>): string {
  const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
  return `${name}@${lock.packages[folder]?.version ?? ''}`;
}

/** The folders of the packages in the bundles, as `bundledPackages` wrote them on any system. */
function bundledIn(folder: string): string[] {
  return readdirSync(folder).flatMap((file) =>
    Folders.parse(JSON.parse(readFileSync(join(folder, file), 'utf8'))).map((path) =>
      path.slice(path.indexOf('node_modules/')),
    ),
  );
}

/** What is handed out and holds programs. */
const artefact = /\.(?:AppImage|deb|dmg|exe|rpm|zip)$/;

/** `node build/packaging/sbom.ts all.cdx.json out/packages dist` writes `<artefact>.cdx.json` beside each. */
if (import.meta.main) {
  const [list = '', packages = '', folder = ''] = process.argv.slice(2);
  const all: unknown = JSON.parse(readFileSync(list, 'utf8'));
  const lock = Lock.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
  const folders = [...bundledIn(packages), ...alsoShipped.map((name) => `node_modules/${name}`)];
  const shipped = [...new Set(folders)].map((each) => nameWithVersion(each, lock));
  for (const name of readdirSync(folder).filter((file) => artefact.test(file))) {
    const file = join(folder, name);
    const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex');
    const bill = billOfMaterials(all, shipped, { name: basename(file), sha256 });
    writeFileSync(`${file}.cdx.json`, `${JSON.stringify(bill, null, 2)}\n`);
  }
}
