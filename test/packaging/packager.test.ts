import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build, Platform, type Configuration } from 'electron-builder';
import { describe, expect, it } from 'vitest';
import { readBuildOptions } from '#build/packaging/build-options.ts';
import { packagingConfig } from '#build/packaging/config.ts';
import { root } from '#test/repository/files.ts';
import { folderOfAFile } from '#test/temporary-folder.ts';

// What electron-builder itself makes of the configuration: its defaults and its own decisions count.

const requireOfBuilder = createRequire(createRequire(import.meta.url).resolve('electron-builder'));
const folder = folderOfAFile();

interface MacCodeSign {
  findIdentityRawResult: Promise<readonly string[]> | null;
}
interface MacTargetHelper {
  findSigningIdentity(
    isMas: boolean,
    isDevelopment: boolean,
    qualifier: string | null | undefined,
    keychain: string | undefined,
    config: Configuration['mac'],
  ): Promise<{ readonly name: string } | null>;
}
interface PlatformPackager {
  generateFuseConfig(fuses: Configuration['electronFuses']): Promise<Record<string, unknown>>;
}

const { MacTargetHelper } = requireOfBuilder('app-builder-lib/out/mac/MacTargetHelper') as {
  MacTargetHelper: new (packager: object) => MacTargetHelper;
};
const macCodeSign = requireOfBuilder('app-builder-lib/out/codeSign/macCodeSign') as MacCodeSign;
const { PlatformPackager } = requireOfBuilder('app-builder-lib/out/platformPackager') as {
  PlatformPackager: { prototype: PlatformPackager };
};

const has = (program: string) => spawnSync(program, ['--version']).error === undefined;

const signed = { CSC_LINK: 'certificate.p12' };

/** The identity that a macOS program is signed with on a machine without certificates. */
async function identityWithoutCertificate(): Promise<string | undefined> {
  const { mac } = packagingConfig(readBuildOptions({}));
  macCodeSign.findIdentityRawResult = Promise.resolve([]);
  const helper = new MacTargetHelper({ forceCodeSigning: false });
  const identity = await helper.findSigningIdentity(false, false, mac?.identity, undefined, mac);
  return identity?.name;
}

const fusesFor = (environment: Record<string, string>) =>
  PlatformPackager.prototype.generateFuseConfig(
    packagingConfig(readBuildOptions(environment)).electronFuses,
  );

describe('a macOS program', () => {
  it('is signed ad hoc where there is no certificate, and else by its certificate alone', async () => {
    expect(await identityWithoutCertificate()).toBe('-');
    expect(packagingConfig(readBuildOptions(signed)).mac).not.toHaveProperty('identity');
  });

  it('gets a whole signature after its fuses were set, also where nothing else signs it', async () => {
    expect(await fusesFor({})).toMatchObject({ resetAdHocDarwinSignature: true });
    expect(await fusesFor(signed)).toMatchObject({ resetAdHocDarwinSignature: false });
  });
});

/** What electron-builder would put into a Linux package, which is then not made. */
async function linuxEntry(target: string): Promise<string> {
  const app = join(folder, target);
  mkdirSync(join(app, 'resources'), { recursive: true });
  writeFileSync(join(app, 'culvert'), '', { mode: 0o755 });
  let entry = '';
  await build({
    projectDir: root,
    prepackaged: app,
    publish: 'never',
    targets: Platform.LINUX.createTarget([target]),
    config: {
      ...packagingConfig(readBuildOptions({})),
      directories: { output: join(folder, 'dist'), buildResources: join(root, 'build/packaging') },
    },
    effectiveOptionComputed: (computed: { readonly desktop?: string }) => {
      entry = computed.desktop ?? entry;
      return Promise.resolve(true);
    },
  });
  return entry;
}

describe.runIf(process.platform === 'linux')('an AppImage', () => {
  it('starts the program with its sandbox', async () => {
    const entry = await linuxEntry('AppImage');
    expect(/^Exec=(.*)$/m.exec(entry)?.[1]).toBe('AppRun %U');
    expect(entry).toContain('Comment[ru]=');
    if (!has('desktop-file-validate')) return;
    const file = join(folder, 'culvert.desktop');
    writeFileSync(file, entry);
    expect(execFileSync('desktop-file-validate', [file], { encoding: 'utf8' })).toBe('');
  });
});
