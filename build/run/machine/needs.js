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
  /** Any will do for a person's own desktop. */
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
  /** For the tests that check connections against real servers. */
  servers: {
    what: 'servers for the tests of checks',
    missing: lacksAny(
      'ss-server',
      'trojan',
      'v2ray',
      'caddy',
      'danted',
      'tinyproxy',
      'wireguard-go',
      'ip',
    ),
    packages: {
      apt: 'shadowsocks-libev trojan v2ray caddy dante-server tinyproxy wireguard-go iproute2',
      dnf: 'shadowsocks-libev trojan v2ray caddy dante-server tinyproxy wireguard-go iproute',
      pacman: 'shadowsocks-libev trojan v2ray caddy dante tinyproxy wireguard-go iproute2',
      zypper: 'shadowsocks-libev trojan v2ray caddy dante-server tinyproxy wireguard-go iproute2',
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
