import type { LinkFields } from './link-fields.ts';
import type { ShareLink } from './read-link.ts';

const uuid = /^[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}$/i;
/** What a template has in place of a value that was not filled in. */
const template = /^[<{[$%].*[>}\]%]$|^your[_-]|[_-]here$|^x{4,}/i;
/** The bytes of the keys of the ciphers of Shadowsocks 2022. */
const keyLengths: Readonly<Record<string, number>> = {
  '2022-blake3-aes-128-gcm': 16,
  '2022-blake3-aes-256-gcm': 32,
  '2022-blake3-chacha20-poly1305': 32,
};

/** Whether its secret is one, and not a template's: no client connects with another. */
export function isWhole({ scheme, user, fields }: ShareLink): boolean {
  if (template.test(user)) return false;
  const security = fields.see('security').toLowerCase();
  if (!['', 'none', 'tls', 'reality'].includes(security)) return false;
  if (security === 'reality' && !isRealityWhole(fields)) return false;
  // Xray makes an identifier of any text of up to 30 bytes.
  if (scheme === 'vless') return uuid.test(user) || Buffer.byteLength(user) <= 30;
  if (scheme !== 'ss') return true;
  const [method = '', ...password] = user.split(':');
  const length = Object.hasOwn(keyLengths, method) ? keyLengths[method] : undefined;
  if (length === undefined || password.length === 0) return password.join('') !== '';
  return password.every((key) => Buffer.from(key, 'base64').byteLength === length);
}

/** A key of 32 bytes that are not all zero, and at most 8 bytes of a short id. */
function isRealityWhole(fields: LinkFields): boolean {
  const [publicKey, shortId] = [fields.see('pbk'), fields.see('sid')];
  return /^(?!A*$)[\w-]{43}$/.test(publicKey) && /^(?:[\da-f]{2}){0,8}$/i.test(shortId);
}
