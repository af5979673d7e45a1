import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { appStreamMetadata } from '#build/packaging/appstream.ts';
import { readBuildOptions } from '#build/packaging/build-options.ts';
import { readChecksums, storeManifests } from '#build/packaging/store-manifests.ts';
import { files } from '#test/repository/files.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';

const own = readBuildOptions({});
const branded = readBuildOptions({
  CULVERT_PRODUCT_NAME: 'Example VPN',
  CULVERT_HOMEPAGE: 'https://vpn.example.com/?a=1&b=2',
});
const hasValidator = spawnSync('appstreamcli', ['--version']).error === undefined;

describe('AppStream’s metadata', () => {
  it.runIf(hasValidator).each([
    ['the usual build', own],
    ['a branded build', branded],
  ])('is valid for %s', (_which, options) => {
    const folder = temporaryFolder();
    const file = join(folder, `${options.appId}.metainfo.xml`);
    writeFileSync(file, appStreamMetadata(options, '0.1.0', '2026-01-15'));
    const { status, stdout } = spawnSync(
      'appstreamcli',
      ['validate', '--no-net', '--pedantic', file],
      { encoding: 'utf8' },
    );
    expect([status, stdout]).toEqual([0, expect.not.stringMatching(/^[EW]:/m)]);
  });

  it('has every text in both languages', () => {
    const text = appStreamMetadata(own, '0.1.0', '2026-01-15');
    for (const element of ['summary', 'p', 'caption', 'image']) {
      const count = (opening: string) => text.split(opening).length - 1;
      expect(count(`<${element} xml:lang="ru">`)).toBe(count(`<${element}>`));
      expect(count(`<${element}>`)).toBeGreaterThan(0);
    }
  });
});

describe('the pictures in AppStream’s metadata', () => {
  it('are those of the guide, in both languages and themes', () => {
    const text = appStreamMetadata(own, '0.1.0', '2026-01-15');
    const names = [...text.matchAll(/\/screenshots\/([^<]+)<\/image>/g)].map(([, name]) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !files.includes(`docs/images/guide/${String(name)}`))).toEqual(
      [],
    );
    for (const part of ['.en.', '.ru.', '.light.', '.dark.']) {
      expect(names.some((name) => name?.includes(part))).toBe(true);
    }
  });
});

describe('the manifests of the stores', () => {
  const sum = (digit: string) => digit.repeat(64);
  const sums = [
    `${sum('a')}  culvert-0.1.0-setup.exe`,
    `${sum('b')} *dist/culvert-0.1.0-mac-universal.dmg`,
    `${sum('c')}  culvert-0.1.0-linux-amd64.deb`,
    `${sum('d')}  culvert-0.1.0-linux-x86_64.rpm`,
    '',
  ].join('\n');
  const downloads = 'https://example.com/releases/0.1.0/';

  it('name each file of the release with its checksum', () => {
    const manifests = storeManifests(own, '0.1.0', readChecksums(sums), downloads);
    expect([...manifests.keys()]).toEqual([
      'winget/Culvert.Culvert.yaml',
      'winget/Culvert.Culvert.installer.yaml',
      'winget/Culvert.Culvert.locale.en-US.yaml',
      'homebrew/culvert.rb',
      'flatpak/app.culvert.culvert.yaml',
    ]);
    const installer = manifests.get('winget/Culvert.Culvert.installer.yaml');
    expect(installer).toContain(`InstallerUrl: ${downloads}culvert-0.1.0-setup.exe\n`);
    expect(installer).toContain(`InstallerSha256: ${sum('A')}\n`);
    expect(manifests.get('homebrew/culvert.rb')).toContain(`sha256 "${sum('b')}"`);
    expect(manifests.get('homebrew/culvert.rb')).toContain(
      'binary "#{appdir}/Culvert.app/Contents/MacOS/Culvert", target: "culvert"',
    );
    expect(manifests.get('homebrew/culvert.rb')).toContain('depends_on macos: ">= :ventura"');
    const flatpak = manifests.get('flatpak/app.culvert.culvert.yaml');
    expect(flatpak).toContain(`sha256: ${sum('c')}\n`);
    // The keychain and the tray, and nothing of the user's files.
    expect(flatpak).toContain('--talk-name=org.freedesktop.secrets');
    expect(flatpak).toContain('--talk-name=org.kde.StatusNotifierWatcher');
    expect(flatpak).toContain('--talk-name=org.gnome.Mutter.IdleMonitor');
    // Flathub refuses it, and Chromium's tray needs none.
    expect(flatpak).not.toContain('--own-name');
    expect(flatpak).toContain('export TMPDIR="$XDG_RUNTIME_DIR/app/$FLATPAK_ID"');
    expect(flatpak).toContain('--system-talk-name=org.freedesktop.login1');
    expect(flatpak).toContain('name: wl-clipboard');
    expect(flatpak).not.toContain('--filesystem');
    expect(flatpak).toContain('usr/share/applications/app.culvert.culvert.desktop ');
  });

  it('call a package of a long name by at most 32 characters in each part, as winget wants', () => {
    const long = readBuildOptions({
      CULVERT_PRODUCT_NAME: 'Extraordinarily Long Example Name VPN',
    });
    const listed = sums.replaceAll('culvert-', `${long.name}-`);
    const [path = ''] = storeManifests(long, '0.1.0', readChecksums(listed), downloads).keys();
    expect(path).toMatch(/^winget\/\w{32}\.\w{32}\.yaml$/);
  });

  it('are not made of checksums that lack a file or have another form', () => {
    const lacking = readChecksums(sums).slice(1);
    expect(() => storeManifests(own, '0.1.0', lacking, downloads)).toThrow('setup.exe');
    expect(() => readChecksums('not a checksum')).toThrow('another form');
    expect(() => storeManifests(own, '0.1.0', readChecksums(sums), 'ftp://a')).toThrow('https');
  });
});
