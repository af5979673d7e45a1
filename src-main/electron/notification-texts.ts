import type {
  SystemNotification,
  NotRenewedReason,
} from '#core/system-notifications/notification.ts';
import { menuTitle } from './tray/tray-title.ts';
import type { Language } from './tray/tray-labels.ts';

interface NotificationText {
  readonly title: string;
  readonly body: string;
}

/** What a notification says, in one language. Titles come from the service and may hold anything. */
interface NotificationTexts {
  readonly inbox: (count: number) => NotificationText;
  /** `when`: "in 3 days"; `others`: how many besides it. */
  readonly expiring: (title: string, when: string, others: number, why: string) => NotificationText;
  readonly why: Readonly<Record<NotRenewedReason, string>>;
  readonly payment: NotificationText;
  readonly back: (title: string) => NotificationText;
  readonly untitled: string;
  readonly server: string;
}

const english: NotificationTexts = {
  inbox: (count) =>
    count === 1
      ? { title: 'New message from the service', body: 'Click to read it.' }
      : { title: `${String(count)} new messages from the service`, body: 'Click to read them.' },
  expiring: (title, when, others, why) => ({
    title: `${title} expires ${when}`,
    body:
      others === 0
        ? why
        : `${why} ${others === 1 ? 'So does one more.' : `So do ${String(others)} more.`}`,
  }),
  why: {
    off: 'Auto-renewal is off.',
    short: 'The balance does not cover its renewal.',
    unknown: 'It is not known whether the balance covers its renewal.',
  },
  payment: { title: 'The payment arrived', body: 'What it was for is in Culvert.' },
  back: (title) => ({ title: `${title} is back`, body: 'It answers again after its reboot.' }),
  untitled: 'Untitled',
  server: 'The server',
};

const russianPlurals = new Intl.PluralRules('ru');

const russian: NotificationTexts = {
  inbox: (count) => {
    if (count === 1)
      return { title: 'Новое сообщение от сервиса', body: 'Нажмите, чтобы прочитать.' };
    const form = russianPlurals.select(count);
    const messages = { one: 'новое сообщение', few: 'новых сообщения' };
    const what = form === 'one' || form === 'few' ? messages[form] : 'новых сообщений';
    return { title: `${String(count)} ${what} от сервиса`, body: 'Нажмите, чтобы прочитать.' };
  },
  expiring: (title, when, others, why) => ({
    title: `${title}: срок истекает ${when}`,
    body: others === 0 ? why : `${why} И ещё ${String(others)}.`,
  }),
  why: {
    off: 'Автопродление выключено.',
    short: 'На продление не хватает баланса.',
    unknown: 'Неизвестно, хватит ли баланса на продление.',
  },
  payment: { title: 'Платёж получен', body: 'Оплаченное уже в Culvert.' },
  back: (title) => ({ title: `${title}: снова на связи`, body: 'Отвечает после перезагрузки.' }),
  untitled: 'Без названия',
  server: 'Сервер',
};

const words: Readonly<Record<Language, NotificationTexts>> = { en: english, ru: russian };
const dayMs = 24 * 3_600_000;

/** @param now Unix milliseconds */
export function notificationText(
  notification: SystemNotification,
  language: Language,
  now: number,
): NotificationText {
  const say = words[language];
  switch (notification.kind) {
    case 'inbox':
      return say.inbox(notification.count);
    case 'expiring': {
      const [first = '', ...others] = notification.titles;
      const when = whenOf(notification.expiresAt - now, language);
      return say.expiring(
        menuTitle(first, say.untitled),
        when,
        others.length,
        say.why[notification.why],
      );
    }
    case 'payment':
      return say.payment;
    case 'server-back':
      return say.back(menuTitle(notification.title, say.server));
  }
}

/** "in 3 days", "in 5 hours": rounded up, as what is left is counted. */
function whenOf(left: number, language: Language): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'always' });
  return left > dayMs
    ? format.format(Math.ceil(left / dayMs), 'day')
    : format.format(Math.max(1, Math.ceil(left / 3_600_000)), 'hour');
}
