import { dayMs, type Language } from '#contract/constants.ts';
import type { NotRenewedReason, SystemNotification } from '#core/notifications/notification.ts';
import { texts, type Say } from './texts.ts';
import { menuTitle } from './tray/tray-title.ts';

interface NotificationText {
  readonly title: string;
  readonly body: string;
}

/** What a notification says; titles may hold anything. */
export function notificationText(
  notification: SystemNotification,
  language: Language,
  now: number,
): NotificationText {
  const say = texts[language];
  const { title, body } = textOf(notification, say, now);
  const n = othersOf(notification);
  const others = n === 0 ? '' : ` ${say('notification.more', { n: String(n) })}`;
  return { title, body: `${body}${others}` };
}

function othersOf(notification: SystemNotification): number {
  if (notification.kind === 'expiring') return notification.titles.slice(1).length;
  return 'others' in notification ? notification.others : 0;
}

function textOf(notification: SystemNotification, say: Say, now: number): NotificationText {
  switch (notification.kind) {
    case 'inbox': {
      const { count } = notification;
      const title =
        count === 1
          ? say('notification.inboxOne')
          : say('notification.inboxMany', { n: String(count) });
      return { title, body: say('notification.inboxText') };
    }
    case 'expiring': {
      const [first = ''] = notification.titles;
      const title = menuTitle(first, say('notification.untitled'));
      return {
        title: say('notification.expiring', {
          title,
          when: whenOf(notification.expiresAt - now, say),
        }),
        body: whyText(notification.why, say),
      };
    }
    case 'payment':
      return { title: say('notification.payment'), body: say('notification.paymentText') };
    case 'favourite-down':
    case 'favourite-up': {
      const title = menuTitle(notification.title, say('notification.untitled'));
      const isDown = notification.kind === 'favourite-down';
      return {
        title: say(isDown ? 'notification.down' : 'notification.up', { title }),
        body: say(isDown ? 'notification.downText' : 'notification.upText'),
      };
    }
    case 'traffic': {
      const title = menuTitle(notification.title, say('notification.option'));
      const { percent } = notification;
      const kind = percent >= 100 ? 'used' : 'traffic';
      const heading = say(`notification.${kind}`, { title, percent: String(percent) });
      return { title: heading, body: say('notification.usedText') };
    }
    case 'device': {
      const title = menuTitle(notification.title, say('notification.unnamed'));
      return { title: say('notification.device', { title }), body: say('notification.deviceText') };
    }
    case 'stopped-here':
    case 'back-here':
      return hereText(notification, say);
    case 'server-back': {
      const title = menuTitle(notification.title, say('notification.server'));
      return { title: say('notification.back', { title }), body: say('notification.backText') };
    }
  }
}

function hereText(
  notification: Extract<SystemNotification, { readonly kind: 'stopped-here' | 'back-here' }>,
  say: Say,
): NotificationText {
  const { kind, title, copy } = notification;
  const name = { title: menuTitle(title, say('notification.untitled')) };
  if (kind === 'back-here') {
    return { title: say('notification.backHere', name), body: say('notification.backHereText') };
  }
  const body =
    copy === undefined
      ? say('notification.noneHereText')
      : say('notification.stoppedHereText', { other: menuTitle(copy.title, '') });
  return { title: say('notification.stoppedHere', name), body };
}

/** Why it will not renew itself; where the balance does not cover it, how much it lacks. */
function whyText(why: NotRenewedReason, say: Say): string {
  if (typeof why === 'string') return say(`notification.why.${why}`);
  const sum = roubles(why.roubles, say);
  return say(why.atLeast ? 'notification.missingAtLeast' : 'notification.missing', { sum });
}

const roubles = (sum: number, { language }: Say) =>
  `${new Intl.NumberFormat(language).format(sum)}\u00A0₽`;

/** "in 3 days", "in 5 hours": rounded up, as what is left is counted. */
function whenOf(left: number, { language }: Say): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'always' });
  return left > dayMs
    ? format.format(Math.ceil(left / dayMs), 'day')
    : format.format(Math.max(1, Math.ceil(left / 3_600_000)), 'hour');
}
