import type { SystemClipboard } from '#test/stand-in/system-clipboard.ts';

type Content = Record<string, string | Blob | Promise<string | Blob>>;

/** What is on the clipboard: the text, and the bytes of each other format as text. */
export type ClipboardContent = ReadonlyMap<string, string>;

/** Where what is read comes from: such an item cannot be written again. */
const fromSystem = Symbol('from the system');

/** An item whose payloads are checked when it is written, as Electron does it. */
class ClipboardItem {
  readonly types: string[];
  readonly isRead: boolean;
  readonly #items: Content;

  constructor(items: Content | null, source?: symbol) {
    if (typeof items !== 'object' || items === null || Array.isArray(items)) {
      throw new TypeError('a ClipboardItem wants an object of payloads by their types');
    }
    this.#items = { ...items };
    this.types = Object.keys(items);
    this.isRead = source === fromSystem;
    if (this.types.length === 0 && !this.isRead)
      throw new TypeError('a ClipboardItem wants at least one type');
  }

  async getType(type: string): Promise<Blob> {
    if (!Object.hasOwn(this.#items, type)) {
      throw new Error(`The type '${type}' was not found in the ClipboardItem`);
    }
    const value: unknown = await this.#items[type];
    if (value instanceof Blob) return value;
    if (typeof value !== 'string') throw new TypeError(`no payload of ${type}`);
    return new Blob([value], { type });
  }
}

/** The bytes of each type of some items. */
async function bytesOf(items: readonly ClipboardItem[]): Promise<Map<string, Buffer>> {
  const next = new Map<string, Buffer>();
  for (const item of items) {
    if (!(item instanceof ClipboardItem) || item.isRead) {
      throw new TypeError('clipboard.write expects an array of new ClipboardItem');
    }
    for (const type of item.types) {
      next.set(type, Buffer.from(await (await item.getType(type)).arrayBuffer()));
    }
  }
  return next;
}

/**
 * Makes `clipboard` and `ClipboardItem`, on a system's clipboard where it `accepts`: a Wayland compositor
 * does not for a program without the focus, which reads its own text back all the same.
 */
export function createClipboardModule(
  system?: SystemClipboard,
  accepts: () => boolean = () => true,
) {
  let content: ReadonlyMap<string, Buffer> = new Map();
  let dropped: ReadonlyMap<string, Buffer> | undefined;
  const textOf = (from: ReadonlyMap<string, Buffer>) => from.get('text/plain')?.toString() ?? '';

  const clipboard = {
    clear: () => {
      dropped = undefined;
      content = new Map();
      system?.write('');
    },
    readText: () => Promise.resolve(system?.read() ?? textOf(dropped ?? content)),
    has: (type: string) => Promise.resolve(content.has(type)),
    writeText: async (text: string) => {
      await clipboard.write([new ClipboardItem({ 'text/plain': text })]);
    },
    write: async (items: ClipboardItem[]) => {
      if (!Array.isArray(items)) {
        throw new TypeError('clipboard.write expects an array of ClipboardItem');
      }
      const next = await bytesOf(items);
      dropped = accepts() ? undefined : next;
      if (dropped !== undefined) return;
      content = next;
      system?.write(textOf(next));
    },
    read: () => {
      const items = [...content].map(([type, bytes]): [string, Blob] => [
        type,
        new Blob([new Uint8Array(bytes)], { type }),
      ]);
      // Where the clipboard is empty, the item has no types.
      return Promise.resolve([new ClipboardItem(Object.fromEntries(items), fromSystem)]);
    },
  };
  const seen = (): ClipboardContent =>
    new Map([...content].map(([type, bytes]) => [type, bytes.toString()]));
  return { clipboard, ClipboardItem, content: seen };
}
