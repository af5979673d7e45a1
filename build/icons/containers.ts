/** Pictures of one drawing as PNG, by the length of a side in pixels. */
type Pictures = ReadonlyMap<number, Uint8Array>;

export const icoSizes = [16, 20, 24, 32, 40, 48, 64, 128, 256] as const;
/** At every scale of the taskbar. */
export const trayIcoSizes = [16, 20, 24, 32, 40, 48, 64] as const;
export const linuxSizes = [16, 24, 32, 48, 64, 128, 256, 512] as const;

/** The types of an ICNS file that hold PNG, with their sizes; `@2x` ones are types of their own. */
const icnsTypes = [
  ['icp4', 16],
  ['icp5', 32],
  ['ic11', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024],
] as const;

export const icnsSizes = icnsTypes.map(([, size]) => size);

/** A Windows icon: a directory of 16 bytes a picture, then the pictures. */
export function ico(pictures: Pictures, sizes: readonly number[] = icoSizes): Uint8Array {
  const found = sizes.map((size) => ({ size, data: at(pictures, size) }));
  const directory = Buffer.alloc(6 + 16 * found.length);
  directory.writeUInt16LE(1, 2);
  directory.writeUInt16LE(found.length, 4);
  let offset = directory.length;
  for (const [index, { size, data }] of found.entries()) {
    const entry = 6 + 16 * index;
    // A side of 256 does not fit into its byte, and is written as 0.
    directory.writeUInt8(size % 256, entry);
    directory.writeUInt8(size % 256, entry + 1);
    directory.writeUInt16LE(1, entry + 4);
    directory.writeUInt16LE(32, entry + 6);
    directory.writeUInt32LE(data.length, entry + 8);
    directory.writeUInt32LE(offset, entry + 12);
    offset += data.length;
  }
  return Buffer.concat([directory, ...found.map(({ data }) => data)]);
}

/** A macOS icon: a head of 8 bytes, then each picture behind such a head of its own. */
export function icns(pictures: Pictures): Uint8Array {
  const chunks = icnsTypes.map(([type, size]) => chunk(type, at(pictures, size)));
  return chunk('icns', Buffer.concat(chunks));
}

function chunk(type: string, data: Uint8Array): Buffer {
  const head = Buffer.alloc(8, type, 'latin1');
  head.writeUInt32BE(head.length + data.length, 4);
  return Buffer.concat([head, data]);
}

function at(pictures: Pictures, size: number): Uint8Array {
  const data = pictures.get(size);
  if (data === undefined) throw new Error(`no picture of ${String(size)} pixels`);
  return data;
}
