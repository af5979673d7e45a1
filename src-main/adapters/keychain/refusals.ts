import { SecretStoreError } from '#core/kernel/ports.ts';

export type Refusal = SecretStoreError['state'];

type Patterns = readonly (readonly [RegExp, Refusal])[];

/**
 * keytar passes on the text of the system's error and nothing else, and they may be translated. What
 * is matched here comes untranslated: from gnome-keyring, KWallet and dbus-daemon on Linux. All else
 * there is of the connection (GLib), and so `absent`. macOS and Windows answer in the user's
 * language, where what is not recognised is `denied`.
 */
const patterns: { readonly linux: Patterns; readonly other: Patterns } = {
  linux: [
    [/locked|\/collection\//i, 'locked'],
    [/apparmor|access ?denied|rejected send|not allowed/i, 'denied'],
    [/noreply|did not receive a reply|timeout/i, 'timed-out'],
    [/(?:)/, 'absent'],
  ],
  other: [
    [/interaction is not allowed/i, 'locked'],
    [/keychain could not be found|logon session/i, 'absent'],
    [/(?:)/, 'denied'],
  ],
};

export function refusalOf(error: unknown, platform: NodeJS.Platform): Refusal {
  if (error instanceof SecretStoreError) return error.state;
  const message = error instanceof Error ? error.message : '';
  const known = platform === 'linux' ? patterns.linux : patterns.other;
  return known.find(([pattern]) => pattern.test(message))?.[1] ?? 'denied';
}
