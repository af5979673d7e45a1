import { computed, type Ref } from 'vue';
import { Host, Port } from '#contract/ipc/address.ts';
import { useI18n } from './i18n.ts';

/** What is wrong with a host and a port as they are typed; empty where nothing is. */
export function useAddressProblems(host: Readonly<Ref<string>>, port: Readonly<Ref<string>>) {
  const { t } = useI18n();
  return {
    hostProblem: computed(() =>
      Host.safeParse(host.value.trim()).success ? '' : t('network.badHost'),
    ),
    portProblem: computed(() =>
      Port.safeParse(Number(port.value)).success ? '' : t('network.badPort'),
    ),
  };
}
