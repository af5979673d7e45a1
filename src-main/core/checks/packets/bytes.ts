/** `more` decides nothing yet, `other` is another protocol. A parser never throws. */
export type Parsed<T> = T | 'more' | 'other';

/** The bytes from `start` on, `undefined` where there are fewer than `length`. */
export function bytesAt(bytes: Uint8Array, start: number, length: number): Buffer | undefined {
  if (start < 0 || length < 0 || start + length > bytes.byteLength) return undefined;
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, length);
}

/** A whole number in network byte order, one to four bytes; `undefined` past the end. */
export function numberAt(bytes: Uint8Array, start: number, length: 1 | 2 | 3 | 4) {
  return bytesAt(bytes, start, length)?.readUIntBE(0, length);
}

export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}

/** A whole number in network byte order, in so many bytes (one to six). */
export function numberBytes(value: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  bytes.writeUIntBE(value, 0, length);
  return bytes;
}

/** The bytes after their own length. */
export function counted(lengthBytes: number, ...parts: readonly Uint8Array[]): Buffer {
  const all = Buffer.concat(parts);
  return Buffer.concat([numberBytes(all.byteLength, lengthBytes), all]);
}
