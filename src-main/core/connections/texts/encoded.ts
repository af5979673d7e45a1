/** A percent-encoded text; `undefined` where a `%` begins no byte of it. */
export function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** The same for what is only shown: what is not encoded right stays as it is written. */
export function nameDecoded(text: string): string {
  return text.replaceAll(/(?:%[\da-f]{2})+/gi, (bytes) => percentDecoded(bytes) ?? bytes);
}

/** The text in Base64 of either alphabet, with its padding or without; `undefined` where it is none. */
export function base64Text(text: string): string | undefined {
  const bytes = Buffer.from(text, 'base64');
  const plain = (other: string) =>
    other
      .replaceAll('-', '+')
      .replaceAll('_', '/')
      .replace(/(?<!=)={1,2}$/, '');
  if (text === '' || plain(bytes.toString('base64')) !== plain(text)) return undefined;
  const read = bytes.toString('utf8');
  return Buffer.from(read).equals(bytes) ? read : undefined;
}

/** A key of 32 bytes in Base64 of either alphabet; `undefined` for what is none. */
export function keyBytes(text: string): Buffer | undefined {
  const bytes = Buffer.from(/^[\w+/-]{43}=?$/.test(text) ? text : '', 'base64');
  return bytes.byteLength === 32 ? bytes : undefined;
}
