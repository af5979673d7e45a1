import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createShell } from '#electron/shell.ts';
import { createPortableNotifications } from '#electron/tray/portable-notifications.ts';

const portable = { PORTABLE_EXECUTABLE_FILE: 'D:\\culvert-portable.exe' };

describe('the portable Windows program', () => {
  it('notifies from its tray, and never touches what would register it with the system', () => {
    const shown: object[] = [];
    const tray = Object.assign(new EventEmitter(), {
      displayBalloon: (options: object) => void shown.push(options),
    });
    const portableNotifications = createPortableNotifications('win32', portable);
    const registers = () => {
      throw new Error('a shortcut and a COM class were written');
    };
    const shell = createShell({
      portableNotifications,
      Notification: Object.assign(registers, { isSupported: registers }),
    } as unknown as Parameters<typeof createShell>[0]);
    shell.notify('Before there is a tray', 'nothing is shown');
    portableNotifications?.attach(tray as never);
    const clicked: string[] = [];
    shell.notify('Copied', 'for a minute');
    tray.emit('balloon-click');
    shell.notify('New message', 'Open the inbox', () => clicked.push('inbox'));
    tray.emit('balloon-click');
    expect(shown).toEqual([
      { title: 'Copied', content: 'for a minute', iconType: 'none', noSound: true },
      { title: 'New message', content: 'Open the inbox', iconType: 'none', noSound: true },
    ]);
    expect(clicked).toEqual(['inbox']);
  });

  it('is the only program that notifies from its tray', () => {
    expect(createPortableNotifications('win32', {})).toBeUndefined();
    expect(createPortableNotifications('linux', portable)).toBeUndefined();
  });
});
