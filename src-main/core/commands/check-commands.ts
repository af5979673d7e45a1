import { resolverOwners } from '#contract/check-resolvers.ts';
import { fail, ok, type Result } from '#contract/failure.ts';
import type { CommandInput } from '#contract/ipc.ts';
import type { Settings } from '#contract/ipc/settings.ts';
import { resolverUrls } from '../checks/resolver-urls.ts';
import type { Consent } from '../consent/consent.ts';
import type { SettingsStore } from '../settings.ts';
import type { CommandsOf, WithAccount } from './command-table.ts';

/** Checks of connections from here, and how they go. */
export function createCheckCommands({
  withAccount,
  settings,
  consent,
}: {
  readonly withAccount: WithAccount;
  readonly settings: SettingsStore;
  readonly consent: Consent;
}): CommandsOf<'checks'> {
  return {
    'checks.accept': () => ok(settings.set({ checksExplained: true })),
    'checks.choose': async (choice) => {
      const given = await askForChoice(consent, settings.get(), choice);
      if (!given.ok) return given;
      return ok(settings.set(choice));
    },
    'checks.start': ({ keys, interrupting }) =>
      settings.get().checksExplained
        ? withAccount(({ checks }) => checks.start(keys, interrupting))
        : fail('declined'),
    'checks.cancel': () => withAccount(({ checks }) => ok(checks.cancel())),
    'checks.get': () => withAccount(({ checks }) => ok(checks.progress())),
  };
}

/**
 * A resolver learns which servers are checked, and an address is where proxies are sent: another one
 * than the user chose needs their word. Switching off needs none.
 */
async function askForChoice(
  consent: Consent,
  now: Settings,
  { checkResolver: resolver = 'off', checkAddress: address = null }: CommandInput<'checks.choose'>,
): Promise<Result<null>> {
  if (resolver !== 'off' && resolver !== now.checkResolver) {
    const given = await consent.ask({
      kind: 'check-resolver',
      owner: resolverOwners[resolver],
      url: resolverUrls[resolver],
    });
    if (!given.ok) return given;
  }
  const isSame =
    address?.host === now.checkAddress?.host && address?.port === now.checkAddress?.port;
  return address === null || isSame ? ok(null) : consent.ask({ kind: 'check-address', ...address });
}
