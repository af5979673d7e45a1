import { appOfLink } from '#contract/link-schemes.ts';
import type { SecretRef } from '#contract/ipc/secrets.ts';
import type { CommandAnswer } from '#contract/ipc.ts';
import type { Result } from '#contract/failure.ts';
import { useI18n } from './i18n.ts';
import { call } from './ipc.ts';
import { useToastStore } from './stores/toast.ts';

/** Hands a secret's link to the installed program and says to which, or why not. */
export function useOpenSecret() {
  const { t } = useI18n();
  const toast = useToastStore();
  return async (secret: SecretRef): Promise<Result<CommandAnswer<'secrets.open'>>> => {
    const answer = await call('secrets.open', secret);
    if (!answer.ok) toast.fail(answer.failure);
    else if (answer.value.client === null) {
      const { scheme } = answer.value;
      const app = appOfLink(scheme);
      toast.refuse(
        app === undefined
          ? t('client.nobody', { scheme: `${scheme}://` })
          : t('client.missing', { app }),
      );
    } else toast.say(t('client.handed', { client: answer.value.client }));
    return answer;
  };
}
