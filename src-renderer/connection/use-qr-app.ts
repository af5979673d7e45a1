import { computed } from 'vue';
import { scannersOf, type Scanners } from '#contract/connections/client-fit.ts';
import { clientsOf } from '#contract/connections/primary-form.ts';
import { clientNames } from '#contract/clients.ts';
import type { ConnectionRow } from '#contract/ipc/connections.ts';
import type { SecretCodes } from '#contract/ipc/secrets.ts';
import { useSettingsStore } from '#renderer/lib/stores/settings.ts';
import { usePrimaryForm } from '#renderer/lib/use-primary-form.ts';

/** The app that the user scans with, among those that take one of its forms. */
export function useQrApp(row: () => Pick<ConnectionRow, 'protocol' | 'forms'>) {
  const settings = useSettingsStore();
  const primary = usePrimaryForm();
  const choices = computed(() => clientsOf(row(), 'scan'));
  const selected = computed({
    get: () => primary.formOf(row(), 'scan')?.client ?? '',
    set: (name: string) => {
      const chosen = clientNames.find((each) => each === name);
      if (chosen !== undefined) void primary.choose(chosen, 'scan');
    },
  });
  return {
    selected,
    /** None where there is nothing to choose. */
    choices: computed(() =>
      choices.value.length > 1 ? choices.value.map((name) => ({ value: name, label: name })) : [],
    ),
    /** The phone apps that scan the codes of an answer, and those that do not. */
    scanners: ({ form, app, missed, scheme = '', traits = [] }: SecretCodes): Scanners => {
      if (app !== undefined) return { scan: ['AmneziaVPN'], refuse: [] };
      if (form === undefined) return { scan: [], refuse: [] };
      const { scan, refuse } = scannersOf(form, scheme, traits);
      const own = settings.state.scanApp;
      const named = own !== null && scan.includes(own) ? [own] : scan;
      return {
        scan: named,
        refuse: missed === undefined ? refuse : [...new Set([...refuse, missed])],
      };
    },
  };
}
