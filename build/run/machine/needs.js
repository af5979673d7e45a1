import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { onPath } from '../project.js';

/**
 * What the project needs of a Linux system, and what each package manager calls it.
 *
 * @typedef {object} Need
 * @property {string} what in words
 * @property {() => boolean} missing
 * @property {Readonly<Record<Manager, string>>} packages
 *
 * @typedef {'apt' | 'dnf' | 'pacman' | 'zypper'} Manager
 */

/** @param {readonly string[]} names */
function lacksAny(...names) {
  return () => names.some((name) => onPath(name) === undefined && !existsSync(`/usr/sbin/${name}`));
}

/**
 * Whether the dynamic linker knows none of a library; `false` where it cannot be asked.
 *
 * @param {readonly string[]} sonames
 */
function lacksLibraries(...sonames) {
  return () => {
    const program = onPath('ldconfig') ?? '/sbin/ldconfig';
    const { status, stdout } = spawnSync(program, ['-p'], { encoding: 'utf8' });
    return status === 0 && sonames.some((name) => !stdout.includes(`${name} (`));
  };
}

const secretServices = [
  '/usr/share/dbus-1/services/org.freedesktop.secrets.service',
  '/usr/local/share/dbus-1/services/org.freedesktop.secrets.service',
];

/** @satisfies {Readonly<Record<string, Need>>} */
export const needs = {
  compiler: {
    what: 'a C++ compiler for the keychain module',
    missing: lacksAny('g++', 'make', 'python3', 'pkg-config'),
    packages: {
      apt: 'g++ make python3 pkg-config',
      dnf: 'gcc-c++ make python3 pkgconf-pkg-config',
      pacman: 'base-devel python',
      zypper: 'gcc-c++ make python3 pkg-config',
    },
  },
  libsecret: {
    what: 'the headers of libsecret',
    missing: () => !existsSync('/usr/include/libsecret-1/libsecret/secret.h'),
    packages: {
      apt: 'libsecret-1-dev',
      dnf: 'libsecret-devel',
      pacman: 'libsecret',
      zypper: 'libsecret-devel',
    },
  },
  /** Any will do for a user's own desktop. */
  secretService: {
    what: 'a Secret Service',
    missing: () =>
      onPath('gnome-keyring-daemon') === undefined &&
      !secretServices.some((path) => existsSync(path)),
    packages: {
      apt: 'gnome-keyring',
      dnf: 'gnome-keyring',
      pacman: 'gnome-keyring',
      zypper: 'gnome-keyring',
    },
  },
  /** For a session of our own, where there is no desktop and for tests. */
  privateSession: {
    what: 'a Secret Service and D-Bus for a session of its own',
    missing: lacksAny('gnome-keyring-daemon', 'dbus-run-session', 'dbus-send'),
    packages: {
      apt: 'gnome-keyring dbus',
      dnf: 'gnome-keyring dbus-daemon dbus-tools',
      pacman: 'gnome-keyring dbus',
      zypper: 'gnome-keyring dbus-1',
    },
  },
  /** For the tests of what a failing disk does. */
  failingCalls: {
    what: 'a way to let calls of the system fail',
    missing: lacksAny('strace', 'unshare'),
    packages: {
      apt: 'strace util-linux',
      dnf: 'strace util-linux',
      pacman: 'strace util-linux',
      zypper: 'strace util-linux',
    },
  },
  /** For the tests that check connections against real servers, and of `wg-quick`'s commands. */
  servers: {
    what: 'servers for the tests of checks, and wg-quick',
    missing: lacksAny(
      'ss-server',
      'trojan',
      'v2ray',
      'caddy',
      'danted',
      'tinyproxy',
      'wireguard-go',
      'wg-quick',
      'ip',
      'iptables',
    ),
    packages: {
      apt: 'shadowsocks-libev trojan v2ray caddy dante-server tinyproxy wireguard-go wireguard-tools iproute2 iptables',
      dnf: 'shadowsocks-libev trojan v2ray caddy dante-server tinyproxy wireguard-go wireguard-tools iproute iptables',
      pacman:
        'shadowsocks-libev trojan v2ray caddy dante tinyproxy wireguard-go wireguard-tools iproute2 iptables',
      zypper:
        'shadowsocks-libev trojan v2ray caddy dante-server tinyproxy wireguard-go wireguard-tools iproute2 iptables',
    },
  },
  /** What Electron's binary is linked with. `a|b`: the first that the distribution has. */
  electronLibraries: {
    what: 'the libraries of Electron',
    missing: lacksLibraries(
      'libasound.so.2',
      'libatk-bridge-2.0.so.0',
      'libatspi.so.0',
      'libcups.so.2',
      'libgbm.so.1',
      'libgtk-3.so.0',
      'libnss3.so',
      'libxkbcommon.so.0',
      'libXcomposite.so.1',
      'libXdamage.so.1',
      'libXrandr.so.2',
    ),
    packages: {
      apt: 'libasound2t64|libasound2 libatk-bridge2.0-0t64|libatk-bridge2.0-0 libatspi2.0-0t64|libatspi2.0-0 libcups2t64|libcups2 libgbm1 libgtk-3-0t64|libgtk-3-0 libnotify4 libnss3 libxcomposite1 libxdamage1 libxkbcommon0 libxrandr2 libxss1 libxtst6',
      dnf: 'alsa-lib at-spi2-atk at-spi2-core cups-libs gtk3 libXcomposite libXdamage libXrandr libXScrnSaver libXtst libnotify libxkbcommon mesa-libgbm nss',
      pacman:
        'alsa-lib at-spi2-core gtk3 libcups libnotify libxcomposite libxdamage libxkbcommon libxrandr libxss libxtst mesa nss',
      zypper:
        'alsa libasound2 at-spi2-core gtk3 libXcomposite1 libXdamage1 libXrandr2 libXss1 libXtst6 libcups2 libgbm1 libnotify4 libxkbcommon0 mozilla-nss',
    },
  },
  virtualDisplay: {
    what: 'a virtual display',
    missing: lacksAny('Xvfb', 'xvfb-run', 'xauth'),
    packages: {
      apt: 'xvfb xauth',
      dnf: 'xorg-x11-server-Xvfb xorg-x11-xauth',
      pacman: 'xorg-server-xvfb xorg-xauth',
      zypper: 'xorg-x11-server-Xvfb xauth',
    },
  },
  /** Debian's; Ubuntu's package of that name is a snap, which tests cannot drive (`browser.js`). */
  browser: {
    what: 'Chromium',
    missing: () => true,
    packages: { apt: 'chromium', dnf: 'chromium', pacman: 'chromium', zypper: 'chromium' },
  },
};
