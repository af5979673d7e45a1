import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { appStreamMetadata } from './appstream.ts';
import { readBuildOptions } from './build-options.ts';
import { placeKeychainModule } from './keychain-module.ts';
import { collectLicences } from './licences.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const out = (path: string): string => `${root}out/${path}`;

/** What is packaged besides the three bundles. */
export const prepared = {
  keychainModule: out('keychain'),
  licences: out('licences.txt'),
  metadata: out('metainfo.xml'),
} as const;

const Manifest = z.object({ version: z.string() });
/** The folders of the packages in a bundle, as the build writes them. */
const Folders = z.array(z.string());

/** Puts it there. Needs a finished build. Throws when a part of it is missing. */
export function prepare(platform: NodeJS.Platform): void {
  const bundled = ['main', 'preload', 'renderer'].flatMap((part) =>
    Folders.parse(JSON.parse(readFileSync(out(`packages/${part}.json`), 'utf8'))),
  );
  mkdirSync(prepared.keychainModule, { recursive: true });
  placeKeychainModule(`${root}node_modules/keytar`, prepared.keychainModule, platform);
  writeFileSync(prepared.licences, collectLicences(root, bundled));
  const { version } = Manifest.parse(JSON.parse(readFileSync(`${root}package.json`, 'utf8')));
  const today = new Date().toISOString().slice(0, 10);
  const metadata = appStreamMetadata(readBuildOptions(process.env), version, today);
  writeFileSync(prepared.metadata, metadata);
}

if (import.meta.main) {
  // What was built may carry another name: the next `npm start` or `npm test` builds again.
  rmSync(out('.built'), { force: true });
  prepare(process.platform);
}
