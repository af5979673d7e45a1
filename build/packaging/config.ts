import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AfterPackContext, Configuration } from 'electron-builder';
import type { BuildOptions } from './build-options.ts';
import { debLibraries, rpmLibraries } from './linux-libraries.ts';
import { prepared } from './prepare.ts';

const icon = (file: string): string => fileURLToPath(new URL(`../icons/${file}`, import.meta.url));

/** Fields of package.json that only those need who build it. */
const notShipped = ['engines', 'imports', 'optionalDependencies', 'overrides', 'private'];

/**
 * What electron-builder makes: an installer for Windows, a universal disk
 * image for macOS, an AppImage, a deb and an rpm for Linux. The contents are an allow list: no folder is
 * included with exclusions.
 */
export function packagingConfig(options: BuildOptions): Configuration {
  const { productName, name, appId, updates } = options;
  return {
    appId,
    productName,
    copyright: 'MIT licence',
    artifactName: `${name}-\${version}-\${os}-\${arch}.\${ext}`,
    directories: { output: 'dist', buildResources: 'build/packaging' },
    extraMetadata: {
      name,
      productName,
      // The identity for portals and for Wayland, which want it in the form of a reversed domain name.
      desktopName: `${appId}.desktop`,
      homepage: options.homepage,
      ...Object.fromEntries(notShipped.map((field) => [field, null])),
    },

    files: [
      'package.json',
      'out/main/**',
      'out/preload/**',
      'out/renderer/**',
      // The pictures that the program shows; the others belong to installers.
      'build/icons/app.png',
      'build/icons/tray/**/*.{ico,png}',
      '!**/*.map',
      { from: prepared.keychainModule, to: 'node_modules/keytar' },
    ],
    // `false`: the one package that ships is in `files`, compiled already; no other is looked for.
    beforeBuild: () => Promise.resolve(false),
    asar: true,
    asarUnpack: ['**/*.node'],
    // Its runtime needs no FUSE 2, and the program is not started without its sandbox by default.
    toolsets: { appimage: '1.0.3' },
    extraResources: [{ from: prepared.licences, to: 'licences.txt' }],
    electronFuses: {
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
      // Setting the fuses breaks the signature that Electron comes with, and no later step renews
      // it.
      resetAdHocDarwinSignature: !options.signed,
    },
    // `null`, not nothing: electron-builder would guess a place from the repository.
    publish: updates === null ? null : { provider: 'generic', url: updates.feed },
    ...(updates && { afterPack: (packed) => writeFeed(packed, options) }),
    ...windows(options),
    ...macos(options),
    ...linux(options),
  };
}

/**
 * Writes where the updater finds its feed. electron-builder writes it only beside an installer that it
 * makes in the same run, and the workflow packs first and makes installers later.
 */
async function writeFeed(
  { packager, appOutDir, electronPlatformName }: AfterPackContext,
  { name, updates }: BuildOptions,
): Promise<void> {
  const feed = {
    provider: 'generic',
    url: updates?.feed,
    updaterCacheDirName: `${name}-updater`,
    ...(electronPlatformName === 'win32' &&
      updates?.publisher && { publisherName: [updates.publisher] }),
  };
  // JSON is YAML as well.
  await writeFile(
    join(packager.getResourcesDir(appOutDir), 'app-update.yml'),
    JSON.stringify(feed),
  );
}

function windows({ name, updates }: BuildOptions): Configuration {
  return {
    win: {
      target: ['nsis'],
      icon: icon('app.ico'),
      ...(updates?.publisher && { signtoolOptions: { publisherName: updates.publisher } }),
    },
    nsis: {
      artifactName: `${name}-\${version}-setup.\${ext}`,
      // For the user alone, and so without an administrator's rights, at updates too.
      oneClick: false,
      perMachine: false,
      allowElevation: false,
      packElevateHelper: false,
      allowToChangeInstallationDirectory: true,
      // Accounts and stored data survive uninstalling; signing out removes them.
      deleteAppDataOnUninstall: false,
      differentialPackage: false,
      installerLanguages: ['en_US', 'ru_RU'],
    },
  };
}

function macos({ updates, signed, notarized }: BuildOptions): Configuration {
  // Without a certificate the program is signed ad hoc, and could not load its own native module.
  const entitlements = `build/packaging/macos/${signed ? 'entitlements' : 'entitlements-unsigned'}.plist`;
  // The updater of macOS takes a zip; without updates none is needed.
  const targets = updates === null ? ['dmg'] : ['dmg', 'zip'];
  return {
    mac: {
      target: targets.map((target) => ({ target, arch: 'universal' })),
      icon: icon('app.icns'),
      category: 'public.app-category.utilities',
      hardenedRuntime: true,
      gatekeeperAssess: false,
      entitlements,
      entitlementsInherit: entitlements,
      // `-` signs ad hoc: electron-builder would not sign at all, and Apple silicon runs nothing
      // unsigned.
      ...(!signed && { identity: '-' }),
      notarize: notarized,
    },
  };
}

function linux({ productName, name, appId, maintainer }: BuildOptions): Configuration {
  // For software centres.
  const fpm = [`${prepared.metadata}=/usr/share/metainfo/${appId}.metainfo.xml`];
  return {
    linux: {
      target: ['AppImage', 'deb', 'rpm'],
      icon: icon('linux'),
      executableName: name,
      category: 'Network',
      synopsis: 'Desktop client for a VPN subscription',
      description: 'Find a connection, see its server live, copy it.',
      desktop: {
        entry: {
          'Comment[ru]': 'Найти подключение, увидеть его сервер и скопировать.',
          GenericName: 'VPN subscription client',
          'GenericName[ru]': 'Клиент VPN-подписок',
          Keywords: 'VPN;VLESS;Xray;WireGuard;AmneziaWG;proxy;',
        },
      },
      maintainer,
      vendor: productName,
      syncDesktopName: true,
    },
    deb: {
      packageName: name,
      depends: [...debLibraries.needed],
      recommends: [...debLibraries.recommended],
      fpm,
    },
    rpm: { packageName: name, depends: [...rpmLibraries.needed], fpm },
  };
}
