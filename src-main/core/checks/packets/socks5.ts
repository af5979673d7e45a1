import { counted, numberAt, type Parsed } from './bytes.ts';

/** SOCKS 5 (RFC 1928) with passwords (RFC 1929). */
const version = 5;
const noneAcceptable = 0xff;
const passwordMethod = 2;

/** Offers no login and, where there is one, a password. */
export function socksGreeting(withPassword: boolean): Buffer {
  return Buffer.from(withPassword ? [version, 2, 0, passwordMethod] : [version, 1, 0]);
}

export function readSocksMethod(bytes: Uint8Array): Parsed<'none' | 'password' | 'refused'> {
  const [first, method] = [numberAt(bytes, 0, 1), numberAt(bytes, 1, 1)];
  if (first !== undefined && first !== version) return 'other';
  if (method === undefined) return 'more';
  if (method === 0) return 'none';
  if (method === passwordMethod) return 'password';
  return method === noneAcceptable ? 'refused' : 'other';
}

/** `undefined` where a part is longer than the protocol can say. */
export function socksLogin(user: string, password: string): Buffer | undefined {
  const parts = [Buffer.from(user), Buffer.from(password)];
  if (parts.some(({ byteLength }) => byteLength > 255)) return undefined;
  return Buffer.concat([Buffer.from([1]), ...parts.map((part) => counted(1, part))]);
}

export function readSocksLogin(bytes: Uint8Array): Parsed<'accepted' | 'refused'> {
  const [first, status] = [numberAt(bytes, 0, 1), numberAt(bytes, 1, 1)];
  // Some servers write the version of SOCKS here, not that of the login.
  if (first !== undefined && first !== 1 && first !== version) return 'other';
  if (status === undefined) return 'more';
  return status === 0 ? 'accepted' : 'refused';
}
