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
    port.clear();
    expect(await port.readText()).toBe('');
  });
});
