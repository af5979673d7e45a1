import { z } from 'zod';
import { Host, Port } from './address.ts';
import { command, noInput } from './command.ts';

/** How the service is reached: the proxy, and whose certificates are trusted besides the usual. */

export const proxyKinds = ['none', 'http', 'socks5'] as const;
export type ProxyKind = (typeof proxyKinds)[number];

/** `memory`: no keychain took the login, which is gone at the end; `unreadable`: it is not given. */
export type ProxyLogin = 'none' | 'stored' | 'memory' | 'unreadable';

export interface ProxyState {
  readonly kind: ProxyKind;
  /** Empty, and the port 0, for the kind `none`. */
  readonly host: string;
  readonly port: number;
  readonly login: ProxyLogin;
}

export interface Authority {
  readonly subject: string;
  /** Unix milliseconds. */
  readonly expiresAt: number;
  /** SHA-256 of the certificate, in pairs of hexadecimal digits. */
  readonly fingerprint: string;
}

/** How the files of the settings differ from what the user chose in Culvert. */
export interface NetworkChange {
  /** The proxy as the user set it; `null` where the file still has it. */
  readonly proxy: ProxyState | null;
  /** Whether the CA file is another one, or is gone. */
  readonly authorities: boolean;
}

export interface NetworkState {
  readonly proxy: ProxyState;
  readonly authorities: readonly Authority[];
  /** Not `null`: the files were changed outside Culvert, and nothing is sent until it is decided. */
  readonly changed: NetworkChange | null;
}

/** What is wrong with a selected CA file: an issue's code for the path `authority`. */
export type AuthorityIssue = 'unreadable' | 'no-certificate' | 'not-authority' | 'expired';

export interface NetworkCheck {
  /** Milliseconds until its whole answer: any means that the way is open and the certificate is right. */
  readonly took: number;
}

const ProxyChoice = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({
    kind: z.enum(['http', 'socks5']),
    host: Host,
    port: Port,
    /** `keep`: as it is, for the same kind, host and port only. */
    login: z.union([
      z.enum(['none', 'keep']),
      // RFC 1929 counts each in one byte; a colon would end the name of HTTP's (RFC 7617).
      z.strictObject({
        user: z
          .string()
          .min(1)
          .max(60)
          .regex(/^[^:]*$/),
        password: z.string().max(60),
      }),
    ]),
  }),
]);
export type ProxyChoice = z.output<typeof ProxyChoice>;

export const networkCommands = {
  'network.get': command<NetworkState>()(noInput),
  /** Takes effect at once. Fails with `invalid-input`, or `vault` when it cannot be stored. */
  'network.setProxy': command<NetworkState>()(ProxyChoice),
  /** Tries to reach the open account's service, or the one typed before a sign-in, without a key. */
  'network.check': command<NetworkCheck>()(
    z.strictObject({ service: z.string().max(2048).optional() }),
  ),
  /** Asks for a file and trusts the authorities in it, in place of those before. */
  'network.chooseAuthority': command<NetworkState>()(noInput),
  'network.removeAuthority': command<NetworkState>()(noInput),
  /** Puts settings that were changed outside Culvert back to what the user chose. */
  'network.restore': command<NetworkState>()(noInput),
} as const;
