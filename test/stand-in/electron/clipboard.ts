import type { SystemClipboard } from '#test/stand-in/system-clipboard.ts';

type Content = Record<string, string | Blob | Promise<string | Blob>>;

/** What is on the clipboard: the text, and the bytes of each other format as text. */
export type ClipboardContent = ReadonlyMap<string, string>;

/**
 * Makes `clipboard` and `ClipboardItem`; with a system's clipboard, text goes there too.
 *
 * @param accepts whether the system takes what is written. A Wayland compositor does not for a program
 *   without the focus, which reads its own text back all the same.
 */
export function createClipboardModule(
  system?: SystemClipboard,
  accepts: () => boolean = () => true,
) {
  let content: ClipboardContent = new Map();
  let dropped: ClipboardContent | undefined;

  class ClipboardItem {
    readonly types: string[];
    readonly #items: Content;

    constructor(items: Content) {
      this.#items = items;
      this.types = Object.keys(items);
    }

    async getType(type: string): Promise<Blob> {
      const value = await this.#items[type];
      if (value === undefined) throw new Error(`no ${type} on the clipboard`);
      return value instanceof Blob ? value : new Blob([value], { type });
    }
  }

  const clipboard = {
    clear: () => {
      dropped = undefined;
      content = new Map();
      system?.write('');
    },
    readText: () => Promise.resolve(system?.read() ?? (dropped ?? content).get('text/plain') ?? ''),
    has: (type: string) => Promise.resolve(content.has(type)),
    writeText: async (text: string) => {
      await clipboard.write([new ClipboardItem({ 'text/plain': text })]);
    },
    write: async (items: ClipboardItem[]) => {
      const next = new Map<string, string>();
      for (const item of items) {
        for (const type of item.types) next.set(type, await (await item.getType(type)).text());
      }
      dropped = accepts() ? undefined : next;
      if (dropped !== undefined) return;
      content = next;
      system?.write(next.get('text/plain') ?? '');
    },
    read: () =>
      Promise.resolve(content.size === 0 ? [] : [new ClipboardItem(Object.fromEntries(content))]),
  };
  return { clipboard, ClipboardItem, content: () => content };
}
