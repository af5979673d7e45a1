import { computed, type ComputedRef } from 'vue';
import { isMac, isWindows } from '#renderer/lib/platform.ts';
import type { MessageKey } from '#renderer/locales/messages.ts';
import { useSessionStore } from '#renderer/lib/stores/session.ts';
import { useSettingsStore } from '#renderer/lib/stores/settings.ts';

interface SettingsSection {
  readonly title: MessageKey;
  readonly settings: readonly MessageKey[];
}

/** Every section and setting that the page has now, in its order. */
export function useSettingsIndex(): ComputedRef<readonly SettingsSection[]> {
  const settings = useSettingsStore();
  const session = useSessionStore();
  return computed(() => settingsIndex(settings.state.trayShows, session.state.persistent));
}

function settingsIndex(trayShows: string, isPersistent: boolean): readonly SettingsSection[] {
  const mac = isMac();
  const windows = isWindows();
  const only = (shown: boolean, setting: MessageKey): MessageKey[] => (shown ? [setting] : []);
  return [
    { title: 'settings.appearance', settings: ['settings.language', 'settings.theme'] },
    {
      title: 'settings.copying',
      settings: [
        'settings.clear',
        'settings.app.paste',
        'settings.app.scan',
        'settings.keyDevices',
      ],
    },
    {
      title: 'settings.lock',
      settings: [
        'settings.lockMinutes',
        ...only(isPersistent, 'passphrase.label'),
        ...only(mac || windows, 'settings.hideFromCapture'),
        ...only(mac, 'settings.touchId'),
      ],
    },
    {
      title: 'settings.quick',
      settings: [
        'settings.quickKeys',
        mac ? 'settings.dockShows' : 'settings.trayShows',
        ...only(windows && trayShows !== 'none', 'settings.jumpList'),
        'settings.closeToTray',
        'settings.start',
      ],
    },
    {
      title: 'settings.notifications',
      settings: ['settings.notifyMoney', 'settings.notifyTerms', 'settings.notifyMachines'],
    },
    {
      title: 'settings.network',
      settings: [
        'network.proxy',
        'network.authority',
        'check.ways.onNetworkChange',
        'check.ways.resolver',
        'check.ways.throughProxy',
        'check.ways.address',
        'settings.allowance',
      ],
    },
  ];
}
