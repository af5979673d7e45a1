import type { Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { startService, type RunningService, type StartOptions } from '#service/service.ts';
import { startKeychain, type Keychain } from '#test/adapters/keychain/keychain.ts';
import { createLauncher, type Driver, type Launcher } from '#test/e2e/driver.ts';
import { signIn } from '#test/e2e/connections-page.ts';
import { folderOfAFile } from '#test/temporary-folder.ts';

/** Lets `advancePurchases` reconcile a request without a minute of waiting. */
export const adjustableClock: SectionOptions = { env: { CULVERT_ADJUSTABLE_CLOCK: '1' } };

interface SectionOptions {
  /** Of the service, which has each endpoint's own limit alone: more is changed here than by a user. */
  readonly service?: StartOptions;
  /** What the program's environment has besides the keyring's. */
  readonly env?: Readonly<Record<string, string>>;
}

/** An ordered cloud server is handed over after a minute, which is over when the tests are slow. */
function keepOrdersOpen({ control }: RunningService): void {
  for (const server of control.account().cloud_servers) {
    if (server.status === 'ordered') server.ordered_at += 3600;
  }
}

/** Culvert, signed in to a local service, with one of its sections open. */
export interface Section {
  readonly culvert: Driver;
  readonly service: RunningService;
  readonly page: Page;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly go: (path: string) => Promise<void>;
}

/** Launches once for all tests of a file; the less an account owns, the fewer requests read it. */
export function sectionOfAFile(
  prepare: (service: RunningService) => void = () => undefined,
  { service: serviceOptions = { limits: 'endpoint' }, env = {} }: SectionOptions = {},
): () => Section {
  let keychain: Keychain;
  let launcher: Launcher;
  let section: Section | undefined;
  const profile = folderOfAFile();

  beforeAll(async () => {
    keychain = await startKeychain();
    const service = await startService(serviceOptions);
    keepOrdersOpen(service);
    prepare(service);
    launcher = await createLauncher();
    const environment = { ...keychain.env, ...env };
    const culvert = await launcher.launch({ profile, env: environment });
    const page = await signIn(culvert, service);
    section = {
      culvert,
      service,
      page,
      env: environment,
      go: async (path) => {
        await page.evaluate(`void (location.hash = ${JSON.stringify(`#${path}`)})`);
      },
    };
  });
  afterAll(async () => {
    await launcher.close();
    await section?.service.close();
    await keychain.stop();
  });

  return () => {
    if (section === undefined) throw new Error('Culvert is not running.');
    return section;
  };
}
