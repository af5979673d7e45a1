import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readBuildOptions } from '#build/packaging/build-options.ts';
import { packagingConfig } from '#build/packaging/config.ts';
import { files, textOf } from '#test/repository/files.ts';

const config = packagingConfig(readBuildOptions({}));

describe('the packages', () => {
  it('use icons that all exist', () => {
    const icons = [config.win?.icon, config.mac?.icon, config.linux?.icon];
    expect(icons.every((icon) => typeof icon === 'string' && existsSync(icon))).toBe(true);
  });

  it('depend on dbus-send, which asks for the tray, and the keychain’s library on Linux', () => {
    expect(config.deb?.depends).toContain('dbus-bin | dbus');
    expect(config.rpm?.depends).toContain('(dbus-tools or dbus-1-tools or dbus-1)');
    expect(config.deb?.depends).toContain('libsecret-1-0');
    expect(config.rpm?.depends).toContain('(libsecret or libsecret-1-0)');
  });

  it('have no exception from the hardened runtime but JIT when signed', () => {
    const keys = (file: string) => {
      const text = textOf(`build/packaging/macos/${file}`);
      return [...text.matchAll(/<key>(.+)<\/key>/g)].map(([, key]) => key);
    };
    expect(keys('entitlements.plist')).toEqual(['com.apple.security.cs.allow-jit']);
    expect(keys('entitlements-unsigned.plist')).toEqual([
      'com.apple.security.cs.allow-jit',
      'com.apple.security.cs.disable-library-validation',
    ]);
  });
});

describe('the installer of Windows', () => {
  it('brings no helper that asks for an administrator’s rights', () => {
    expect(config.nsis).toMatchObject({ perMachine: false, packElevateHelper: false });
  });
});

describe('the desktop file of Linux', () => {
  it('is named after the application’s identifier, which portals and Wayland know it by', () => {
    const { appId } = config;
    expect(appId).toMatch(/^[a-z]+(?:\.[a-z-]+){2}$/);
    expect(config.extraMetadata).toMatchObject({ desktopName: `${String(appId)}.desktop` });
    expect(config.linux?.syncDesktopName).toBe(true);
  });
});

describe('link schemes', () => {
  const handlers = /\b(?:open-url|setAsDefaultProtocolClient)\b/;

  it('are neither registered nor handled', () => {
    const handling = files.filter(
      (file) => file.startsWith('src-main/') && handlers.test(textOf(file)),
    );
    expect(handling).toEqual([]);
    const registered = [config, config.win, config.mac, config.linux, config.deb, config.rpm];
    for (const part of registered) {
      expect(part).not.toHaveProperty('protocols');
      expect(part).not.toHaveProperty('fileAssociations');
      expect(part).not.toHaveProperty('mimeTypes');
    }
  });
});

describe('an API key', () => {
  it('is stored in the keychain, and not by Chromium’s fallback', () => {
    const other = /safeStorage|basic_text|password-store/;
    const others = files.filter((file) => file.startsWith('src-') && other.test(textOf(file)));
    expect(others).toEqual([]);
  });
});

describe('memory', () => {
  const dumps =
    /crashReporter|process\.report\b|[hH]eapSnapshot|takeCoverage|--report-|node:inspector/;

  it('is neither written nor sent by a crash reporter', () => {
    const dumping = files.filter((file) => file.startsWith('src-') && dumps.test(textOf(file)));
    expect(dumping).toEqual([]);
  });
});

describe('the workflow', () => {
  const workflows = files.filter((file) => file.startsWith('.github/workflows/'));

  it('runs only npm scripts that exist', () => {
    const { scripts } = JSON.parse(textOf('package.json')) as { scripts: object };
    const run = workflows.flatMap((file) =>
      [...textOf(file).matchAll(/npm (?:run )?(test|package|[a-z]+:[a-z0-9]+)\b/g)].map(
        ([, script = '']) => script,
      ),
    );
    expect(run).toContain('test');
    expect(run).toContain('package');
    expect(run.filter((script) => !(script in scripts))).toEqual([]);
  });
});
