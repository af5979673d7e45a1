import { computed } from 'vue';
import type {
  ConnectionQr,
  ConnectionRow,
  ExportApp,
  ExportForm,
} from '#contract/ipc/connections.ts';
import type { Settings } from '#contract/ipc/settings.ts';
import { scannersOf, type Scanners } from '#contract/connections/client-fit.ts';
import { useI18n } from '#renderer/lib/i18n.ts';
import { useSettingsStore } from '#renderer/lib/stores/settings.ts';

/** The kind of configuration that a form is, where AmneziaVPN may have a form of its own for it. */
function kindOf(form: ExportForm, protocol: string): 'awg' | 'wg' | 'xray' | null {
  if (form === 'awg') return protocol === 'wg' ? 'wg' : 'awg';
  return form === 'xray' ? 'xray' : null;
}

/** The app that the user last chose for the QR code of such a form; absent for any other. */
export function qrAppOf(
  { amneziaVpnScans }: Pick<Settings, 'amneziaVpnScans'>,
  form: ExportForm,
  protocol: string,
): { readonly app?: ExportApp } {
  const kind = kindOf(form, protocol);
  return kind !== null && amneziaVpnScans.includes(kind) ? { app: 'amnezia-vpn' } : {};
}

/**
 * Which app the QR code of a form is for, as the user last chose for configurations of this kind.
 *
 * @param of the connection, and the form of it
 */
export function useQrApp(of: () => { row: Pick<ConnectionRow, 'protocol'>; form: ExportForm }) {
  const { t } = useI18n();
  const settings = useSettingsStore();
  const kind = computed(() => kindOf(of().form, of().row.protocol));
  const others = { awg: 'AmneziaWG', wg: 'WireGuard', xray: t('form.qrOtherApps') };
  const input = computed(() => qrAppOf(settings.state, of().form, of().row.protocol));
  const selected = computed({
    get: () => input.value.app ?? 'other',
    set: (app: ExportApp | 'other') => {
      const rest = settings.state.amneziaVpnScans.filter((each) => each !== kind.value);
      const added = app === 'other' || kind.value === null ? [] : [kind.value];
      void settings.set({ amneziaVpnScans: [...rest, ...added] });
    },
  });
  return {
    selected,
    /** What `connections.qr` and `connections.copy` are asked for. */
    input,
    choices: computed(() =>
      kind.value === null
        ? []
        : ([
            { value: 'amnezia-vpn', label: 'AmneziaVPN' },
            { value: 'other', label: others[kind.value] },
          ] as const),
    ),
  };
}

/** The phone apps that scan the codes of an answer, and those that do not. */
export function scannersOfAnswer(
  { apps = [], scheme = '', traits = [] }: Partial<ConnectionQr>,
  selected: ExportApp | 'other',
  form: ExportForm,
): Scanners {
  if (selected !== 'other' && apps.includes(selected)) return { scan: ['AmneziaVPN'], refuse: [] };
  return scannersOf(form, scheme, traits);
}
