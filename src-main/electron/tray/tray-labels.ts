import type { ExportForm } from '#contract/ipc/connections.ts';
import type { ConnectionState } from '#contract/rules/connection-state.ts';
import type { languages } from '#contract/constants.ts';

export type Language = (typeof languages)[number];

/** What the tray and its notifications say, in one language. */
export interface TrayLabels {
  readonly signIn: string;
  readonly locked: string;
  readonly unlock: string;
  readonly favourites: string;
  readonly recents: string;
  readonly noneYet: string;
  readonly noFavourites: string;
  readonly more: string;
  readonly expiring: string;
  readonly untitled: string;
  /** The states in which copying it would not help now, behind a title. */
  readonly outOfUse: Readonly<Partial<Record<ConnectionState, string>>>;
  /** What a check from here found, behind a title. */
  readonly checkAnswers: (ms: number) => string;
  readonly checkFailed: string;
  readonly checkUndetermined: string;
  readonly open: string;
  readonly settings: string;
  readonly pause: string;
  readonly quit: string;
  readonly refreshing: string;
  readonly paused: string;
  readonly neverRefreshed: string;
  readonly refreshed: (when: string) => string;
  readonly offlineSince: (when: string) => string;
  readonly offline: string;
  readonly expires: (title: string, when: string) => string;
  readonly expired: (title: string, when: string) => string;
  /** Heading of the submenu that copies in a form which is not the first. */
  readonly copyAs: Readonly<Record<ExportForm, string>>;
  readonly copied: (title: string) => string;
  /** What is on the clipboard, and for how long ("60 seconds"). */
  readonly onClipboard: (form: ExportForm, duration: string | undefined) => string;
  readonly notCopied: string;
  readonly notCopiedWhy: string;
  /** A newer version was fetched; it is installed when the user quits. */
  readonly updateReady: (version: string) => string;
  readonly updateReadyWhen: string;
}

const english: TrayLabels = {
  signIn: 'Sign in…',
  locked: 'Culvert is locked',
  unlock: 'Unlock…',
  favourites: 'Favourites',
  recents: 'Recent',
  noneYet: 'Nothing copied yet',
  noFavourites: 'No favourites yet',
  more: 'More',
  expiring: 'Expiring soon',
  untitled: 'Untitled',
  outOfUse: { expired: 'expired', down: 'offline', rebooting: 'rebooting' },
  checkAnswers: (ms) => `${String(ms)} ms from here`,
  checkFailed: 'no answer from here',
  checkUndetermined: 'not known from here',
  open: 'Open Culvert',
  settings: 'Settings…',
  pause: 'Pause updates',
  quit: 'Quit',
  refreshing: 'Updating…',
  paused: 'Updates are paused',
  neverRefreshed: 'Not updated yet',
  refreshed: (when) => `Updated ${when}`,
  offlineSince: (when) => `Offline since ${when}`,
  offline: 'Offline',
  expires: (title, when) => `${title} — until ${when}`,
  expired: (title, when) => `${title} — expired ${when}`,
  copyAs: {
    url: 'Copy as URL',
    awg: 'Copy as AWG config',
    xray: 'Copy as Xray config',
    'proxy-url': 'Copy as proxy URL',
  },
  copied: (title) => `Copied: ${title}`,
  onClipboard: (form, duration) => {
    const what = { url: 'The URL', awg: 'The AWG config', xray: 'The Xray config' };
    const subject = form === 'proxy-url' ? 'The proxy URL' : what[form];
    return duration === undefined
      ? `${subject} is on the clipboard.`
      : `${subject} leaves the clipboard in ${duration}.`;
  },
  notCopied: 'Nothing was copied',
  notCopiedWhy: 'Open Culvert to see why.',
  updateReady: (version) => `Culvert ${version} is ready`,
  updateReadyWhen: 'It is installed when you quit.',
};

const russian: TrayLabels = {
  signIn: 'Войти…',
  locked: 'Culvert заблокирован',
  unlock: 'Разблокировать…',
  favourites: 'Избранное',
  recents: 'Недавние',
  noneYet: 'Пока ничего не копировали',
  noFavourites: 'Избранного пока нет',
  more: 'Ещё',
  expiring: 'Скоро закончатся',
  untitled: 'Без названия',
  outOfUse: { expired: 'срок истёк', down: 'офлайн', rebooting: 'перезагрузка' },
  checkAnswers: (ms) => `${String(ms)} мс отсюда`,
  checkFailed: 'отсюда не отвечает',
  checkUndetermined: 'отсюда не узнать',
  open: 'Открыть Culvert',
  settings: 'Настройки…',
  pause: 'Приостановить обновление',
  quit: 'Завершить Culvert',
  refreshing: 'Обновляется…',
  paused: 'Обновление приостановлено',
  neverRefreshed: 'Ещё не обновлялось',
  refreshed: (when) => `Обновлено ${when}`,
  offlineSince: (when) => `Нет связи с ${when}`,
  offline: 'Нет связи',
  expires: (title, when) => `${title} — до ${when}`,
  expired: (title, when) => `${title} — срок истёк ${when}`,
  copyAs: {
    url: 'Скопировать как ссылку',
    awg: 'Скопировать как конфиг AWG',
    xray: 'Скопировать как конфиг Xray',
    'proxy-url': 'Скопировать как ссылку прокси',
  },
  copied: (title) => `Скопировано: ${title}`,
  onClipboard: (form, duration) => {
    const what = { url: 'Ссылка', awg: 'Конфиг AWG', xray: 'Конфиг Xray' };
    const subject = form === 'proxy-url' ? 'Ссылка прокси' : what[form];
    return duration === undefined
      ? `${subject} — в буфере обмена.`
      : `${subject} — в буфере обмена, исчезнет через ${duration}.`;
  },
  notCopied: 'Ничего не скопировано',
  notCopiedWhy: 'Откройте Culvert, чтобы узнать почему.',
  updateReady: (version) => `Culvert ${version} готов`,
  updateReadyWhen: 'Установится, когда вы выйдете из программы.',
};

export const trayLabels: Readonly<Record<Language, TrayLabels>> = { en: english, ru: russian };
