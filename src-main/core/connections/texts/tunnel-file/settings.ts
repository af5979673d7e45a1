// The settings that AmneziaWG adds to those of WireGuard, as its `.conf` spells them.

/** Junk packets, paddings and headers; `S3` and `S4` came with version 2. */
export const junkAndHeaders = [
  ...['Jc', 'Jmin', 'Jmax', 'S1', 'S2', 'S3', 'S4', 'H1', 'H2', 'H3', 'H4'],
] as const;

/** Packets that go before a handshake, of version 1.5, and those that it took away again. */
export const signaturePackets = ['I1', 'I2', 'I3', 'I4', 'I5'] as const;
export const controlledJunk = ['J1', 'J2', 'J3', 'Itime'] as const;

export const version3 = [
  ...['HeaderProtectionKey', 'ContentPaddingAddition', 'RandomTrailers', 'DisableCookies'],
  ...['RekeyAfterTime', 'RekeyTimeout', 'RejectAfterTime', 'KeepaliveTimeout'],
  'MaxHandshakeAttempts',
] as const;

/** The settings that run commands as root or have the file rewritten. */
export const commandSettings = ['PreUp', 'PostUp', 'PreDown', 'PostDown', 'SaveConfig'] as const;

/** As `wg(8)`, `wg-quick(8)` and AmneziaWG name them, without `commandSettings`. */
const knownSettings = {
  Interface: [
    ...['PrivateKey', 'ListenPort', 'FwMark', 'Address', 'DNS', 'MTU', 'Table'],
    ...junkAndHeaders,
    ...signaturePackets,
    ...controlledJunk,
    ...version3,
  ],
  Peer: [
    ...['PublicKey', 'PresharedKey', 'AllowedIPs', 'Endpoint', 'PersistentKeepalive'],
    'AdvancedSecurity',
  ],
} as const;
export type SectionName = keyof typeof knownSettings;

/** The names as both programs compare them: without case. Ours are ASCII, so no locale matters. */
export const sectionNames: ReadonlyMap<string, SectionName> = new Map([
  ['[interface]', 'Interface'],
  ['[peer]', 'Peer'],
]);
export const settingNames: Readonly<Record<SectionName, ReadonlyMap<string, string>>> = {
  Interface: byLowerCase(knownSettings.Interface),
  Peer: byLowerCase(knownSettings.Peer),
};

function byLowerCase(names: readonly string[]): ReadonlyMap<string, string> {
  return new Map(names.map((name) => [name.toLowerCase(), name]));
}
