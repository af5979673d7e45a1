import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serviceAddress } from '#core/network/service-address.ts';
import { readBuildOptions, type BuildOptions } from './build-options.ts';

/** One line of a release's `SHA256SUMS`: a file and its digest in hexadecimal. */
interface Checksum {
  readonly file: string;
  readonly sha256: string;
}

/** Reads `SHA256SUMS` as `sha256sum` writes it. Throws for a line of another form. */
export function readChecksums(text: string): readonly Checksum[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [, sha256, file] = /^([0-9a-f]{64}) [ *](?:.*\/)?([^/]+)$/.exec(line) ?? [];
      if (sha256 === undefined || file === undefined) {
        throw new Error(`SHA256SUMS has a line of another form: ${line}`);
      }
      return { file, sha256 };
    });
}

/**
 * The manifests by which winget, Homebrew and Flatpak install a release, by their paths below a
 * folder. Each names a file of the release with its checksum.
 *
 * @param downloads the https address of the folder that the release's files are in
 * @throws when a file that a manifest wants is not among the checksums
 */
export function storeManifests(
  options: BuildOptions,
  version: string,
  checksums: readonly Checksum[],
  downloads: string,
): ReadonlyMap<string, string> {
  const at = serviceAddress(downloads);
  if (at === undefined) throw new Error('The downloads want an https address.');
  const find = (file: string) => {
    const found = checksums.find((one) => one.file === file);
    if (found === undefined) throw new Error(`SHA256SUMS does not name ${file}.`);
    return { url: `${at.replace(/\/$/, '')}/${file}`, sha256: found.sha256 };
  };
  const { name } = options;
  const setup = find(`${name}-${version}-setup.exe`);
  const image = find(`${name}-${version}-mac-universal.dmg`);
  const deb = find(`${name}-${version}-linux-amd64.deb`);
  const id = wingetId(options);
  return new Map([
    [`winget/${id}.yaml`, wingetVersion(id, version)],
    [`winget/${id}.installer.yaml`, wingetInstaller(id, version, setup)],
    [`winget/${id}.locale.en-US.yaml`, wingetLocale(options, id, version)],
    [`homebrew/${name}.rb`, homebrewCask(options, version, image)],
    [`flatpak/${options.appId}.yaml`, flatpak(options, deb)],
  ]);
}

interface Download {
  readonly url: string;
  readonly sha256: string;
}

/** winget's limit for each part of an identifier. */
const longestPart = 32;

/** Publisher and package, letters and digits. */
function wingetId({ productName }: BuildOptions): string {
  const plain = productName
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, longestPart);
  return `${plain}.${plain}`;
}

const wingetSchema = '1.6.0';

function wingetVersion(id: string, version: string): string {
  return lines(
    `PackageIdentifier: ${id}`,
    `PackageVersion: ${version}`,
    'DefaultLocale: en-US',
    'ManifestType: version',
    `ManifestVersion: ${wingetSchema}`,
  );
}

function wingetInstaller(id: string, version: string, { url, sha256 }: Download): string {
  return lines(
    `PackageIdentifier: ${id}`,
    `PackageVersion: ${version}`,
    'InstallerType: nullsoft',
    'Scope: user',
    'Installers:',
    '  - Architecture: x64',
    `    InstallerUrl: ${url}`,
    `    InstallerSha256: ${sha256.toUpperCase()}`,
    'ManifestType: installer',
    `ManifestVersion: ${wingetSchema}`,
  );
}

function wingetLocale({ productName, homepage }: BuildOptions, id: string, version: string) {
  return lines(
    `PackageIdentifier: ${id}`,
    `PackageVersion: ${version}`,
    'PackageLocale: en-US',
    `Publisher: ${JSON.stringify(productName)}`,
    `PackageName: ${JSON.stringify(productName)}`,
    `PackageUrl: ${JSON.stringify(homepage)}`,
    'License: MIT',
    'ShortDescription: Find a VPN connection, see its server live, copy it',
    'ManifestType: defaultLocale',
    `ManifestVersion: ${wingetSchema}`,
  );
}

function homebrewCask(
  { productName, name, homepage }: BuildOptions,
  version: string,
  { url, sha256 }: Download,
): string {
  return lines(
    `cask ${JSON.stringify(name)} do`,
    `  version ${JSON.stringify(version)}`,
    `  sha256 ${JSON.stringify(sha256)}`,
    '',
    `  url ${JSON.stringify(url.replaceAll(version, '#{version}'))}`,
    `  name ${JSON.stringify(productName)}`,
    '  desc "Desktop client for a VPN subscription service"',
    `  homepage ${JSON.stringify(homepage)}`,
    '',
    // What Electron needs.
    '  depends_on macos: ">= :ventura"',
    '',
    `  app ${JSON.stringify(`${productName}.app`)}`,
    // The command line, on the PATH.
    `  binary "#{appdir}/${productName}.app/Contents/MacOS/${productName}", target: ${JSON.stringify(name)}`,
    '',
    `  zap trash: ${JSON.stringify(`~/Library/Application Support/${productName}`)}`,
    'end',
  );
}

/** A runtime ends two years after its month. */
const flatpakRuntime = '25.08';

/**
 * A Flatpak of the deb. The keychain is reached by the name of the Secret Service and the tray by
 * those of StatusNotifierItem, both through the filtered session bus; files are selected through
 * the portal.
 */
function flatpak({ appId, name, productName }: BuildOptions, { url, sha256 }: Download): string {
  return lines(
    `id: ${appId}`,
    'runtime: org.freedesktop.Platform',
    `runtime-version: '${flatpakRuntime}'`,
    'sdk: org.freedesktop.Sdk',
    'base: org.electronjs.Electron2.BaseApp',
    `base-version: '${flatpakRuntime}'`,
    `command: ${name}`,
    'finish-args:',
    '  - --share=ipc',
    '  - --share=network',
    '  - --socket=wayland',
    '  - --socket=fallback-x11',
    '  - --device=dri',
    '  - --talk-name=org.freedesktop.secrets',
    '  - --talk-name=org.freedesktop.Notifications',
    '  - --talk-name=org.kde.StatusNotifierWatcher',
    // How long nobody has touched the computer.
    '  - --talk-name=org.gnome.Mutter.IdleMonitor',
    // Suspending and waking up. Flathub wants a reason for it (docs/packaging.md).
    '  - --system-talk-name=org.freedesktop.login1',
    'modules:',
    // Copies while no window has the focus.
    '  - name: wl-clipboard',
    '    buildsystem: meson',
    '    config-opts:',
    '      - -Dfishcompletiondir=no',
    '      - -Dzshcompletiondir=no',
    '    sources:',
    '      - type: git',
    '        url: https://github.com/bugaevc/wl-clipboard.git',
    '        tag: v2.3.0',
    '        commit: 67a7b937895bceec1ae5ccebb10216f63f70ca1b',
    `  - name: ${name}`,
    '    buildsystem: simple',
    '    build-commands:',
    '      - ar x program.deb',
    '      - tar -xf data.tar.*',
    `      - cp -r ${JSON.stringify(`opt/${productName}`)} /app/program`,
    `      - install -Dm755 start.sh /app/bin/${name}`,
    `      - install -Dm644 usr/share/applications/${appId}.desktop /app/share/applications/${appId}.desktop`,
    `      - desktop-file-edit --set-key=Exec --set-value='${name} %U' --set-icon=${appId} /app/share/applications/${appId}.desktop`,
    `      - install -Dm644 usr/share/metainfo/${appId}.metainfo.xml /app/share/metainfo/${appId}.metainfo.xml`,
    `      - install -Dm644 usr/share/icons/hicolor/512x512/apps/${name}.png /app/share/icons/hicolor/512x512/apps/${appId}.png`,
    '    sources:',
    '      - type: file',
    '        dest-filename: program.deb',
    `        url: ${url}`,
    `        sha256: ${sha256}`,
    '      - type: script',
    '        dest-filename: start.sh',
    '        commands:',
    // The desktop reads the tray's icon from a file, which it must see by the same path.
    '          - export TMPDIR="$XDG_RUNTIME_DIR/app/$FLATPAK_ID"',
    // Chromium's sandbox is replaced by Flatpak's own.
    `          - exec zypak-wrapper /app/program/${name} "$@"`,
  );
}

function lines(...all: readonly string[]): string {
  return `${all.join('\n')}\n`;
}

if (import.meta.main) {
  const [sums, downloads] = process.argv.slice(2);
  if (sums === undefined || downloads === undefined) {
    throw new Error('usage: store-manifests.ts SHA256SUMS ADDRESS-OF-THE-FILES');
  }
  const { version } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  ) as { version: string };
  const manifests = storeManifests(
    readBuildOptions(process.env),
    version,
    readChecksums(readFileSync(sums, 'utf8')),
    downloads,
  );
  for (const [path, text] of manifests) {
    const file = join('dist/stores', path);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, text);
    process.stdout.write(`${file}\n`);
  }
}
