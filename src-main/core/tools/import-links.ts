import type { SubscriptionClient } from '#contract/ipc/secrets.ts';

interface ImportLink {
  /** @param title what the client is to call the subscription, where its link can say so */
  readonly link: (url: string, title: string) => string;
  /** A file that reads such links, as read on `clientsAsOf`; of Happ one that writes them. */
  readonly source: string;
}

const encode = (text: string) => encodeURIComponent(text.toWellFormed());

/** The import links of well-known clients, by their schemes, and where their own sources read them. */
export const importLinks: Readonly<Record<SubscriptionClient, ImportLink>> = {
  hiddify: {
    link: (url, title) => `hiddify://install-config?url=${encode(url)}&name=${encode(title)}`,
    source: 'hiddify/hiddify-app lib/utils/link_parsers.dart',
  },
  karing: {
    // It decodes both twice.
    link: (url, title) =>
      `karing://install-config?url=${encode(encode(url))}&name=${encode(encode(title))}`,
    source: 'KaringX/karing lib/screens/scheme_handler.dart',
  },
  happ: {
    link: (url) => `happ://add/${url}`,
    source: 'remnawave/subscription-page frontend/public/assets/app-config.json',
  },
  'clash-verge': {
    // It takes all that follows `url=`.
    link: (url, title) => `clash-verge://install-config?name=${encode(title)}&url=${encode(url)}`,
    source: 'clash-verge-rev/clash-verge-rev src-tauri/src/utils/resolve/scheme.rs',
  },
  flclashx: {
    link: (url) => `flclashx://install-config?url=${encode(url)}`,
    source: 'pluralplay/FlClashX lib/common/link.dart',
  },
  flclash: {
    link: (url) => `flclash://install-config?url=${encode(url)}`,
    source: 'chen08209/FlClash lib/common/link.dart',
  },
  // Others register its scheme too: whoever has one of their own comes first.
  'sing-box': {
    link: (url, title) => `sing-box://import-remote-profile?url=${encode(url)}#${encode(title)}`,
    source: 'SagerNet/sing-box experimental/libbox/remote_profile.go',
  },
};
