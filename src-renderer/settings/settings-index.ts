import { computed, type ComputedRef } from 'vue';
import { isMac, isWindows } from '#renderer/lib/platform.ts';
import type { MessageKey } from '#renderer/locales/messages.ts';
import { useSessionStore } from '#renderer/lib/stores/session.ts';

interface SettingsSection {
  readonly title: MessageKey;
  readonly settings: readonly MessageKey[];
}

/** Every section and setting that the page has now, in its order. */
export function useSettingsIndex(): ComputedRef<readonly SettingsSection[]> {
  const session = useSessionStore();
  return computed(() => settingsIndex(session.state.persistent));
}

function settingsIndex(isPersistent: boolean): readonly SettingsSection[] {
  const mac = isMac();
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
        ...only(mac || isWindows(), 'settings.hideFromCapture'),
      ],
    },
    {
      title: 'settings.quick',
      settings: [
        'settings.quickKeys',
        mac ? 'settings.dockShows' : 'settings.trayShows',
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
        'check.ways.hourly',
        'check.ways.history',
      ],
    },
  ];
}
