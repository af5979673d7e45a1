import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClipboard } from '#electron/clipboard.ts';
import { createWaylandClipboard, showsOnWayland } from '#electron/wayland-clipboard.ts';
import { createClipboardModule } from '#test/stand-in/electron/clipboard.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';

let folder: string;
const path = process.env['PATH'];
/** What is on the clipboard of the desktop, as far as wl-copy has put it there. */
const content = () => join(folder, 'content');

/** Programs as wl-clipboard has them, over a file. */
function installPrograms({ knowsSensitive = true } = {}): void {
  const refuse = knowsSensitive ? '' : '[ "$1" = --sensitive ] && exit 1\n';
  const programs = {
    'wl-copy': `${refuse}echo "$@" >> args; if [ "$1" = --clear ]; then rm content; else cat > content; fi`,
    'wl-paste': '[ -f content ] || { echo "Nothing is copied" >&2; exit 1; }; cat content',
  };
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/sh\ncd '${folder}'\n${script}\n`);
    chmodSync(join(folder, name), 0o755);
  }
}

beforeEach(() => {
  folder = temporaryFolder();
  process.env['PATH'] = `${folder}:${path ?? ''}`;
});
afterEach(() => {
  process.env['PATH'] = path;
});

function clipboardOf({ focused }: { focused: boolean }) {
  const module = createClipboardModule(undefined, () => focused);
  const clipboard = createClipboard({
    clipboard: module.clipboard as never,
    ClipboardItem: module.ClipboardItem as never,
    platform: 'linux',
    wayland: createWaylandClipboard(),
    isFocused: () => focused,
  });
  return { clipboard, module };
}

describe.runIf(process.platform === 'linux')('copying on Wayland without a focused window', () => {
  it('goes through wl-copy, is read back from the desktop, and leaves it', async () => {
    installPrograms();
    const { clipboard, module } = clipboardOf({ focused: false });
    await clipboard.writeSecret('vless://secret');
    expect(readFileSync(content(), 'utf8')).toBe('vless://secret');
    expect(readFileSync(join(folder, 'args'), 'utf8')).toBe('--sensitive --type text/plain\n');
    expect(module.content().size).toBe(0);
    writeFileSync(content(), 'copied by somebody else');
    expect(await clipboard.readText()).toBe('copied by somebody else');
    await clipboard.clear();
    expect(existsSync(content())).toBe(false);
    expect(await clipboard.readText()).toBe('');
  });

  it('does not know what is there, nor that it was cleared, without the desktop', async () => {
    installPrograms();
    const { clipboard } = clipboardOf({ focused: false });
    await clipboard.writeSecret('vless://secret');
    for (const name of ['wl-copy', 'wl-paste']) {
      const script = '#!/bin/sh\necho "Failed to connect to a Wayland server" >&2; exit 1\n';
      writeFileSync(join(folder, name), script);
    }
    await expect(clipboard.readText()).rejects.toThrow();
    await expect(clipboard.clear()).rejects.toThrow();
  });

  it('goes through a wl-copy without support for secrets too', async () => {
    installPrograms({ knowsSensitive: false });
    await clipboardOf({ focused: false }).clipboard.writeSecret('vless://secret');
    expect(readFileSync(content(), 'utf8')).toBe('vless://secret');
  });

  it('fails where there is no wl-copy, so that nobody says "Copied"', async () => {
    process.env['PATH'] = folder;
    await expect(clipboardOf({ focused: false }).clipboard.writeSecret('x')).rejects.toThrow();
  });
});

describe('Electron', () => {
  const session = { XDG_SESSION_TYPE: 'wayland', WAYLAND_DISPLAY: 'wayland-0' };
  it.each([
    ['linux', session, '', true],
    ['linux', session, 'x11', false],
    ['linux', {}, 'wayland', true],
    ['linux', { XDG_SESSION_TYPE: 'x11' }, '', false],
    ['darwin', session, '', false],
  ] as const)('is on Wayland: %s, %j, %j: %s', (platform, environment, ozone, expected) => {
    expect(showsOnWayland(platform, environment, ozone)).toBe(expected);
  });
});
