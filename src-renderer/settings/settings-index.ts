import { computed, type ComputedRef } from 'vue';
import type { SettingsState } from '#contract/ipc/settings.ts';
import { isMac, isWindows } from '#renderer/lib/platform.ts';
import type { MessageKey } from '#renderer/locales/messages.ts';
import { useSessionStore } from '#renderer/lib/stores/session.ts';
import { useSettingsStore } from '#renderer/lib/stores/settings.ts';

/** A section of the settings, and what can be set in it, by the messages that name them. */
interface SettingsSection {
  readonly title: MessageKey;
  readonly settings: readonly MessageKey[];
}

/** Every section and setting that the page has now, in its order. */
export function useSettingsIndex(): ComputedRef<readonly SettingsSection[]> {
  const settings = useSettingsStore();
  const session = useSessionStore();
  return computed(() => settingsIndex(settings.state, session.state.persistent));
}

function settingsIndex(
  state: Pick<SettingsState, 'lockMinutes' | 'trayShows'>,
  isPersistent: boolean,
): readonly SettingsSection[] {
  const mac = isMac();
  const only = (shown: boolean, setting: MessageKey): MessageKey[] => (shown ? [setting] : []);
  return [
    { title: 'settings.appearance', settings: ['settings.language', 'settings.theme'] },
    {
      title: 'settings.clipboard',
      settings: ['settings.clear', 'settings.keyDevices', 'settings.copies'],
    },
    {
      title: 'settings.lock',
      settings: [
        'settings.lockMinutes',
        ...only(state.lockMinutes > 0, 'settings.lockedTray'),
        ...only(isPersistent, 'passphrase.label'),
        'settings.hideFromCapture',
        ...only(mac, 'settings.touchId'),
      ],
    },
    { title: 'settings.quick', settings: ['settings.quickKeys', 'settings.quickKept'] },
    {
      title: 'settings.background',
      settings: [
        'settings.closeToTray',
        mac ? 'settings.dockShows' : 'settings.trayShows',
        ...only(isWindows() && state.trayShows !== 'none', 'settings.jumpList'),
        'settings.start',
      ],
    },
    {
      title: 'settings.notifications',
      settings: [
        'settings.notifyInbox',
        'settings.notifyPayments',
        'settings.notifyPrices',
        'settings.notifyExpiring',
        'settings.notifyTraffic',
        'settings.notifyFavourites',
        'settings.notifyServers',
        'settings.notifyDevices',
      ],
    },
    { title: 'network.title', settings: ['network.proxy', 'network.authority'] },
    {
      title: 'check.label',
      settings: [
        'check.ways.resolver',
        'check.ways.throughProxy',
        'check.ways.onNetworkChange',
        'check.ways.address',
      ],
    },
    { title: 'settings.spending', settings: ['settings.allowance'] },
    { title: 'settings.cache', settings: ['settings.cacheDays'] },
    { title: 'settings.account', settings: [] },
    {
      title: 'settings.about',
      settings: ['settings.guide', 'settings.tools', 'settings.diagnostics'],
    },
  ];
}
