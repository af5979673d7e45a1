import { describe, expect, it } from 'vitest';
import { createClipboard } from '#electron/clipboard.ts';
import { createClipboardModule } from '#test/stand-in/electron/clipboard.ts';

describe('a copied secret', () => {
  const raw = (format: string) => `electron application/osclipboard;format="${format}"`;
  const no = '\0\0\0\0';

  it.each([
    [
      'win32',
      {
        [raw('ExcludeClipboardContentFromMonitorProcessing')]: no,
        [raw('CanIncludeInClipboardHistory')]: no,
        [raw('CanUploadToCloudClipboard')]: no,
      },
    ],
    ['darwin', { [raw('org.nspasteboard.ConcealedType')]: '\0' }],
    ['linux', { [raw('x-kde-passwordManagerHint')]: 'secret' }],
  ] as const)('is marked as concealed on %s, in the same change', async (platform, marks) => {
    const { clipboard, ClipboardItem, content } = createClipboardModule();
    const port = createClipboard({ clipboard, ClipboardItem, platform } as unknown as Parameters<
      typeof createClipboard
    >[0]);
    await port.writeSecret('vless://secret');
    expect(Object.fromEntries(content())).toEqual({ 'text/plain': 'vless://secret', ...marks });
    expect(await port.readText()).toBe('vless://secret');
    await port.clear();
    expect(await port.readText()).toBe('');
  });
});

describe('a secret that is copied on Wayland', () => {
  function setUp(focused: boolean) {
    const { clipboard, ClipboardItem, content } = createClipboardModule();
    const desktop = { text: '', fails: false };
    const state = { focused };
    const port = createClipboard({
      clipboard,
      ClipboardItem,
      platform: 'linux',
      wayland: {
        write: (text: string) => {
          desktop.text = text;
          return Promise.resolve();
        },
        read: () => Promise.resolve(desktop.text),
        clear: () => {
          if (desktop.fails) return Promise.reject(new Error('no wl-copy'));
          desktop.text = '';
          return Promise.resolve();
        },
      },
      isFocused: () => state.focused,
    } as unknown as Parameters<typeof createClipboard>[0]);
    return { port, desktop, state, ofElectron: () => content().get('text/plain') };
  }

  it('goes to the desktop without the focus, and to Electron with it', async () => {
    const { port, desktop, state, ofElectron } = setUp(false);
    await port.writeSecret('vless://tray');
    expect([desktop.text, ofElectron(), await port.readText()]).toEqual([
      'vless://tray',
      undefined,
      'vless://tray',
    ]);
    state.focused = true;
    await port.writeSecret('vless://window');
    expect([desktop.text, ofElectron(), await port.readText()]).toEqual([
      'vless://tray',
      'vless://window',
      'vless://window',
    ]);
    await port.clear();
    expect([desktop.text, ofElectron()]).toEqual(['vless://tray', undefined]);
  });

  it('is cleared where it was written last', async () => {
    const { port, desktop, state, ofElectron } = setUp(true);
    await port.writeSecret('vless://window');
    state.focused = false;
    await port.writeSecret('vless://tray');
    await port.clear();
    expect([desktop.text, ofElectron()]).toEqual(['', 'vless://window']);
    desktop.fails = true;
    await expect(port.clear()).rejects.toThrow();
    expect(ofElectron()).toBe('vless://window');
  });
});
