import type { SubscriptionClient } from '#contract/ipc/secrets.ts';

type ImportLink = (url: string, title: string) => string;

const encode = (text: string) => encodeURIComponent(text.toWellFormed());

/**
 * The import links of well-known clients, by their schemes. Above each is a file that reads it, as read on
 * `clientsAsOf`; of Happ one that writes it.
 */
export const importLinks: Readonly<Record<SubscriptionClient, ImportLink>> = {
  // hiddify/hiddify-app lib/utils/link_parsers.dart
  hiddify: (url, title) => `hiddify://install-config?url=${encode(url)}&name=${encode(title)}`,
  // KaringX/karing lib/screens/scheme_handler.dart
  // It decodes both twice.
  karing: (url, title) =>
    `karing://install-config?url=${encode(encode(url))}&name=${encode(encode(title))}`,
  // remnawave/subscription-page frontend/public/assets/app-config.json
  happ: (url) => `happ://add/${url}`,
  // clash-verge-rev/clash-verge-rev src-tauri/src/utils/resolve/scheme.rs
  // It takes all that follows `url=`.
  'clash-verge': (url, title) =>
    `clash-verge://install-config?name=${encode(title)}&url=${encode(url)}`,
  // pluralplay/FlClashX lib/common/link.dart
  flclashx: (url) => `flclashx://install-config?url=${encode(url)}`,
  // chen08209/FlClash lib/common/link.dart
  flclash: (url) => `flclash://install-config?url=${encode(url)}`,
  // Others register its scheme too: whoever has one of their own comes first.
  // SagerNet/sing-box experimental/libbox/remote_profile.go
  'sing-box': (url, title) =>
    `sing-box://import-remote-profile?url=${encode(url)}#${encode(title)}`,
};
