import type { Tray } from 'electron';
import { portableFile } from '#electron/launch-command.ts';

export type NotificationTray = Pick<Tray, 'displayBalloon' | 'on'>;

/** Notifications that come from the tray's icon, on Windows. */
export interface PortableNotifications {
  /** Shows one, silently. Does nothing before there is a tray. */
  show(title: string, content: string, onClick?: () => void): void;
  attach(tray: NotificationTray): void;
}

/** Electron's own writes a shortcut and a COM class, which the portable program must not. */
export function createPortableNotifications(
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
): PortableNotifications | undefined {
  if (platform !== 'win32' || portableFile(environment) === undefined) return undefined;
  let tray: NotificationTray | undefined;
  /** The click handler of the shown balloon; a newer balloon replaces it. */
  let clicked: (() => void) | undefined;
  return {
    show(title, content, onClick) {
      clicked = onClick;
      tray?.displayBalloon({ title, content, iconType: 'none', noSound: true });
    },
    attach(made) {
      tray = made;
      made.on('balloon-click', () => {
        clicked?.();
      });
    },
  };
}
