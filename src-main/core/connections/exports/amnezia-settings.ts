// The settings that AmneziaWG adds to those of WireGuard, as its `.conf` spells them.

/** Junk packets, paddings and headers; `S3` and `S4` came with version 2. */
export const junkAndHeaders = [
  ...['Jc', 'Jmin', 'Jmax', 'S1', 'S2', 'S3', 'S4', 'H1', 'H2', 'H3', 'H4'],
] as const;

/** Packets that go before a handshake, of version 1.5, and those that it took away again. */
export const signaturePackets = ['I1', 'I2', 'I3', 'I4', 'I5'] as const;
export const controlledJunk = ['J1', 'J2', 'J3', 'Itime'] as const;

/** What came with version 3. */
export const version3 = [
  ...['HeaderProtectionKey', 'ContentPaddingAddition', 'RandomTrailers', 'DisableCookies'],
  ...['RekeyAfterTime', 'RekeyTimeout', 'RejectAfterTime', 'KeepaliveTimeout'],
  'MaxHandshakeAttempts',
] as const;
