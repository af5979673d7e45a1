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
