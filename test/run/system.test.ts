import { describe, expect, it } from 'vitest';
import { needs } from '#build/run/machine/needs.js';
import { planFor } from '#build/run/machine/system.js';

const missing = [needs.libsecret, needs.privateSession];

describe('missing system packages', () => {
  it('are installed on Debian and Ubuntu by root, each once', () => {
    expect(planFor(missing, 'apt', true)).toEqual({
      install: ['libsecret-1-dev', 'gnome-keyring', 'dbus'],
    });
    const sharing = [needs.secretService, needs.privateSession];
    expect(planFor(sharing, 'apt', true)).toEqual({ install: ['gnome-keyring', 'dbus'] });
  });

  it('are given as an exact command to other users there', () => {
    expect(planFor(missing, 'apt', false)).toEqual({
      say: expect.stringContaining(
        '\n\n  sudo apt-get install -y --no-install-recommends libsecret-1-dev gnome-keyring dbus',
      ) as unknown,
    });
  });

  it.each([
    ['dnf', 'dnf install -y libsecret-devel gnome-keyring dbus-daemon dbus-tools'],
    ['pacman', 'pacman -S --needed libsecret gnome-keyring dbus'],
    ['zypper', 'zypper install -y libsecret-devel gnome-keyring dbus-1'],
  ] as const)('are named as in %s, even to root', (manager, command) => {
    expect(planFor(missing, manager, true)).toEqual({
      say: expect.stringMatching(new RegExp(`\n\n  ${command}$`)) as unknown,
    });
  });

  it('are named where no package manager is known', () => {
    expect(planFor(missing, undefined, true)).toEqual({
      say:
        'This system lacks the headers of libsecret, a Secret Service and D-Bus for a session of its own.\n' +
        'Install what Debian calls: libsecret-1-dev gnome-keyring dbus',
    });
  });
});
