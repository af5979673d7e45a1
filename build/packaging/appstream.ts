import type { BuildOptions } from './build-options.ts';

/** A sentence in both languages. */
interface Text {
  readonly en: string;
  readonly ru: string;
}

const summary: Text = {
  en: 'Find a VPN connection, see its server live, copy it',
  ru: 'Найти подключение VPN, увидеть его сервер и скопировать',
};

const description: readonly Text[] = [
  {
    en: 'A desktop client for a VPN subscription service. Every connection is in one list that is searched as you type and copied from the window or the tray, also without a network.',
    ru: 'Клиент сервиса VPN-подписок. Все подключения — в одном списке с поиском; скопировать можно из окна и из трея, даже без сети.',
  },
  {
    en: 'Statistics of servers, purchases and renewals, devices and keys are there too. What is stored is encrypted with a key from the system’s keychain.',
    ru: 'Есть и статистика серверов, покупки и продления, устройства и ключи. Всё сохранённое зашифровано ключом из системной связки ключей.',
  },
];

/** A picture of the guide, and what software centres write below it. */
interface Screenshot {
  readonly picture: string;
  readonly theme: 'light' | 'dark';
  readonly caption: Text;
}

/** The first is shown before the others. */
const screenshots: readonly Screenshot[] = [
  {
    picture: 'connections',
    theme: 'light',
    caption: { en: 'All connections in one list', ru: 'Все подключения в одном списке' },
  },
  {
    picture: 'checks',
    theme: 'light',
    caption: {
      en: 'Which connections answer from this network',
      ru: 'Какие подключения отвечают из этой сети',
    },
  },
  {
    picture: 'upcoming',
    theme: 'light',
    caption: { en: 'The renewals ahead, beside the balance', ru: 'Будущие продления и баланс' },
  },
  {
    picture: 'connections',
    theme: 'dark',
    caption: { en: 'The dark theme', ru: 'Тёмная тема' },
  },
];

/** What the program is called by, in AppStream's metadata and in the Flatpak manifest. */
const componentId = ({ appId }: Pick<BuildOptions, 'appId'>): string => appId;

/**
 * AppStream's metadata of the program, for software centres: names and texts in both languages, with
 * screenshots from the folder `screenshots` of the homepage.
 *
 * @param released the date of this version, `YYYY-MM-DD`
 */
export function appStreamMetadata(
  options: BuildOptions,
  version: string,
  released: string,
): string {
  const { productName, homepage } = options;
  const folder = `${homepage.replace(/\/$/, '')}/screenshots`;
  const shown = screenshots.map(({ picture, theme, caption }, index) =>
    [
      `    <screenshot${index === 0 ? ' type="default"' : ''}>`,
      ...inBoth('      ', 'caption', caption),
      ...inBoth('      ', 'image', {
        en: `${folder}/${picture}.en.${theme}.png`,
        ru: `${folder}/${picture}.ru.${theme}.png`,
      }),
      '    </screenshot>',
    ].join('\n'),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<component type="desktop-application">',
    `  <id>${componentId(options)}</id>`,
    `  <name>${escape(productName)}</name>`,
    ...inBoth('  ', 'summary', summary),
    '  <metadata_license>CC0-1.0</metadata_license>',
    '  <project_license>MIT</project_license>',
    `  <developer id="${componentId(options)}">`,
    `    <name>${escape(productName)}</name>`,
    '  </developer>',
    '  <description>',
    ...description.flatMap((text) => inBoth('    ', 'p', text)),
    '  </description>',
    `  <launchable type="desktop-id">${componentId(options)}.desktop</launchable>`,
    `  <url type="homepage">${escape(homepage)}</url>`,
    '  <screenshots>',
    ...shown,
    '  </screenshots>',
    '  <categories>',
    '    <category>Network</category>',
    '  </categories>',
    '  <content_rating type="oars-1.1"/>',
    '  <releases>',
    `    <release version="${escape(version)}" date="${escape(released)}"/>`,
    '  </releases>',
    '</component>',
    '',
  ].join('\n');
}

function inBoth(indent: string, element: string, { en, ru }: Text): string[] {
  return [
    `${indent}<${element}>${escape(en)}</${element}>`,
    `${indent}<${element} xml:lang="ru">${escape(ru)}</${element}>`,
  ];
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
