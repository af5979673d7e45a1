import type { Component } from 'vue';
import IconCable from '~icons/lucide/cable';
import IconCircleUserRound from '~icons/lucide/circle-user-round';
import IconPackageOpen from '~icons/lucide/package-open';
import IconServer from '~icons/lucide/server';
import IconSettings from '~icons/lucide/settings';
import IconWallet from '~icons/lucide/wallet';
import type { MessageKey } from '#renderer/locales/messages.ts';

interface SectionPage {
  readonly path: string;
  readonly name: MessageKey;
  /** What the header calls it, where its name is long. */
  readonly short?: MessageKey;
}

/** An entry of the rail: its pages belong together. */
export interface Section {
  readonly path: string;
  readonly icon: Component;
  readonly name: MessageKey;
  /** Key that opens it together with Ctrl or Cmd, as `shortcutKey` names it. */
  readonly key: string;
  readonly pages: readonly SectionPage[];
  /** Pages that belong to it and that its header does not offer. */
  readonly others?: readonly string[];
}

export const sections: readonly Section[] = [
  {
    path: '/connections',
    icon: IconCable,
    name: 'nav.connections',
    key: '1',
    pages: [],
    others: ['/batches'],
  },
  {
    path: '/cloud-servers',
    icon: IconServer,
    name: 'nav.owned',
    key: '2',
    pages: [
      { path: '/cloud-servers', name: 'nav.cloud' },
      { path: '/paid-options', name: 'nav.paid' },
    ],
  },
  {
    path: '/subscriptions',
    icon: IconPackageOpen,
    name: 'nav.subscriptions',
    key: '3',
    pages: [],
  },
  {
    path: '/money',
    icon: IconWallet,
    name: 'nav.money',
    key: '4',
    pages: [
      { path: '/money', name: 'money.part.balance' },
      { path: '/shop', name: 'shop.title' },
      { path: '/money/history', name: 'money.part.history' },
    ],
  },
  {
    path: '/account',
    icon: IconCircleUserRound,
    name: 'nav.account',
    key: '5',
    pages: [
      { path: '/account', name: 'account.profile' },
      { path: '/devices', name: 'nav.devices' },
      { path: '/inbox', name: 'nav.inbox' },
      { path: '/referral', name: 'money.part.referral' },
      { path: '/backup', name: 'backup.title', short: 'nav.backup' },
    ],
    others: ['/sign-in'],
  },
  {
    path: '/settings',
    icon: IconSettings,
    name: 'nav.settings',
    key: ',',
    pages: [],
    others: ['/help'],
  },
];

/** How much of a path a page covers: its own length, or 0 where it is another one. */
function coverage(page: string, path: string): number {
  return path === page || path.startsWith(`${page}/`) ? page.length : 0;
}

/** The section of a path, and the page that the section's header marks. */
export function navPlace(path: string): { section: Section; page: SectionPage | null } | null {
  const section = sections.find(({ path: own, pages, others = [] }) =>
    [own, ...pages.map((page) => page.path), ...others].some((page) => coverage(page, path) > 0),
  );
  if (section === undefined) return null;
  const [page = null] = section.pages
    .filter((each) => coverage(each.path, path) > 0)
    .toSorted((one, other) => coverage(other.path, path) - coverage(one.path, path));
  return { section, page };
}
