import type { Notification } from 'electron';
import type { Log, Shell } from '#core/kernel/ports.ts';

export interface NotifierParts {
  readonly Notification: {
    new (options: {
      title: string;
      body: string;
      silent: boolean;
    }): Pick<Notification, 'on' | 'show'>;
    isSupported(): boolean;
  };
  readonly log: Log;
}

/** So many notifications can still be clicked; Windows' Action Center keeps no more of one program. */
const maxShown = 20;

/** Those that wait for a click are referred to: others are garbage-collected. */
export function createNotifier({ Notification, log }: NotifierParts): Shell['notify'] {
  const shown = new Set<object>();
  return (heading, text, onClick, onFailed) => {
    const title = withoutMarkup(heading);
    const body = withoutMarkup(text);
    if (!Notification.isSupported()) return;
    const notification = new Notification({ title, body, silent: true });
    const forget = () => shown.delete(notification);
    shown.add(notification);
    const [oldest] = shown;
    if (oldest !== undefined && shown.size > maxShown) shown.delete(oldest);
    if (onClick) notification.on('click', onClick);
    // macOS shows no notifications of an unsigned program.
    notification.on('failed', () => {
      log.write('warn', 'notification.failed');
      onFailed?.();
    });
    notification.on('click', forget);
    notification.on('failed', forget);
    notification.on('close', ({ reason }) => {
      if (reason !== 'timedOut') forget();
    });
    notification.show();
  };
}

/** Desktops of Linux read the text as markup, which a title may hold. */
function withoutMarkup(text: string): string {
  return text
    .replaceAll('<', '‹')
    .replaceAll('>', '›')
    .replaceAll(/&(?=#?\w+;)/g, '＆');
}
