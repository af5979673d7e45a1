import { numberAt, type Parsed } from './reading.ts';
import { counted, numberBytes } from './writing.ts';

/** SOCKS 5 (RFC 1928) with passwords (RFC 1929). */
const version = 5;
const noneAcceptable = 0xff;
const passwordMethod = 2;

/** Offers no login and, where there is one, a password. */
export function socksGreeting(withPassword: boolean): Buffer {
  return Buffer.from(withPassword ? [version, 2, 0, passwordMethod] : [version, 1, 0]);
}

/** Which of the offered methods the server chose. */
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

/** Whether the login was accepted. */
export function readSocksLogin(bytes: Uint8Array): Parsed<'accepted' | 'refused'> {
  const [first, status] = [numberAt(bytes, 0, 1), numberAt(bytes, 1, 1)];
  // Some servers write the version of SOCKS here, not that of the login.
  if (first !== undefined && first !== 1 && first !== version) return 'other';
  if (status === undefined) return 'more';
  return status === 0 ? 'accepted' : 'refused';
}

/** Asks for a connection; `undefined` where the host is too long to be said. */
export function socksConnect(host: string, port: number): Buffer | undefined {
  const address = socksAddress(host);
  return address && Buffer.concat([Buffer.from([version, 1, 0]), address, numberBytes(port, 2)]);
}

/** The code of the answer to a request, 0 for success. */
export function readSocksReply(bytes: Uint8Array): Parsed<{ readonly code: number }> {
  const [first, code] = [numberAt(bytes, 0, 1), numberAt(bytes, 1, 1)];
  if (first !== undefined && first !== version) return 'other';
  return code === undefined ? 'more' : { code };
}

/** An IPv4 address as its bytes, everything else as a name, which servers read addresses from too. */
function socksAddress(host: string): Buffer | undefined {
  const parts = host.split('.').map(Number);
  if (/^(\d{1,3}\.){3}\d{1,3}$/.test(host) && parts.every((part) => part <= 255)) {
    return Buffer.from([1, ...parts]);
  }
  const name = Buffer.from(host);
  return name.byteLength > 255 ? undefined : Buffer.concat([Buffer.from([3]), counted(1, name)]);
}
