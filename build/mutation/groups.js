/**
 * @typedef {object} Group
 * @property {readonly string[]} mutate source files
 * @property {readonly string[]} tests unit tests that must notice
 */

/**
 * The guards that decide where a key goes, what leaves Culvert and what is spent. Tests that start
 * other programs are left out, because a mutant is active only in the process of the test, and so
 * are tests of random histories, which take seconds each.
 *
 * @type {Readonly<Record<string, Group>>}
 */
export const groups = {
  keys: {
    mutate: ['src-main/core/session/key-ring.ts', 'src-main/core/session/passphrase.ts'],
    tests: ['test/core/session/key-ring.test.ts', 'test/core/session/passphrase.test.ts'],
  },
  network: {
    mutate: [
      'src-main/core/network/network-settings.ts',
      'src-main/core/network/switching-transport.ts',
      'src-main/core/network/service-address.ts',
    ],
    tests: [
      'test/core/network/network-settings.test.ts',
      'test/core/network/switching-transport.test.ts',
      'test/core/small-parts.test.ts',
    ],
  },
  exports: {
    mutate: [
      'src-main/core/desktop/clipboard-guard.ts',
      'src-main/electron/clipboard.ts',
      'src-main/core/connections/exports/tunnel-commands.ts',
    ],
    tests: [
      'test/core/desktop/clipboard-guard.test.ts',
      'test/electron/clipboard.test.ts',
      'test/core/connections/tunnel-commands.test.ts',
    ],
  },
  answers: {
    mutate: [
      'src-main/core/api/answer-bounds.ts',
      'src-main/core/api/answer.ts',
      'src-main/core/api/redaction.ts',
      'src-main/adapters/transport/content-coding.ts',
    ],
    tests: [
      'test/core/api/answer-bounds.test.ts',
      'test/core/api/answer.test.ts',
      'test/core/api/displayed-data.test.ts',
      'test/core/small-parts.test.ts',
      'test/adapters/transport/content-coding.test.ts',
      'test/adapters/transport/transport.test.ts',
      'test/adapters/transport/transport-size.test.ts',
    ],
  },
  connections: {
    mutate: ['src-main/core/connections/connection-actions.ts', 'src-main/core/kernel/saving.ts'],
    tests: ['test/core/connections/connection-actions.test.ts'],
  },
  questions: {
    mutate: [
      'src-main/core/app/commands/check-commands.ts',
      'src-main/core/app/commands/network-commands.ts',
      'src-main/core/app/commands/purchase-commands.ts',
      'src-main/core/app/commands/session-commands.ts',
      'src-main/core/purchases/consent/endpoint-question.ts',
    ],
    tests: ['test/core/purchases/consent/questions.test.ts'],
  },
  bulk: {
    mutate: ['src-main/core/connections/connection-bulk.ts'],
    tests: [
      'test/core/connections/connection-bulk.test.ts',
      'test/core/connections/connection-files.test.ts',
      'test/core/connections/tunnel-commands.test.ts',
    ],
  },
  windows: {
    mutate: [
      'src-main/electron/ipc-host.ts',
      'src-main/electron/window/window-guards.ts',
      'src-main/electron/launch-arguments.ts',
      'src-contract/quick-window.ts',
    ],
    tests: [
      'test/electron/ipc-host.test.ts',
      'test/electron/window/window-guards.test.ts',
      'test/electron/launch-arguments.test.ts',
      'test/contract/quick-window.test.ts',
    ],
  },
  updates: {
    mutate: [
      'src-main/electron/updates/update-signature.ts',
      'src-main/electron/updates/update-route.ts',
    ],
    tests: ['test/packaging/update-signature.test.ts', 'test/packaging/updates.test.ts'],
  },
  consent: {
    mutate: [
      'src-main/core/purchases/consent/consent.ts',
      'src-main/core/app/auto-lock.ts',
      'src-main/electron/consent/consent-dialog.ts',
    ],
    tests: [
      'test/core/purchases/consent/*.test.ts',
      'test/core/app/auto-lock.test.ts',
      'test/electron/consent/*.test.ts',
    ],
  },
  vault: {
    mutate: [
      'src-main/core/kernel/vault/seal.ts',
      'src-main/core/kernel/vault/sealed-vault.ts',
      'src-main/core/kernel/vault/vault-manifest.ts',
      'src-main/adapters/vault/vault-file.ts',
    ],
    tests: [
      'test/core/kernel/vault/seal.test.ts',
      'test/core/kernel/vault/sealed-vault.test.ts',
      'test/core/kernel/vault/vault-manifest.test.ts',
      'test/adapters/vault/sqlite-vault.test.ts',
      'test/adapters/vault/vault-set-aside.test.ts',
    ],
  },
  limiter: {
    mutate: ['src-main/core/api/limits/*.ts'],
    tests: ['test/core/api/limits/!(limits-properties|session-limits).test.ts'],
  },
  'works-here': {
    mutate: [
      'src-contract/connections/leading-check.ts',
      'src-contract/connections/ranking.ts',
      'src-main/core/checks/check-history.ts',
      'src-main/core/checks/network-marks.ts',
      'src-main/core/checks/odds.ts',
    ],
    tests: [
      'test/contract/leading-check.test.ts',
      'test/core/checks/check-history.test.ts',
      'test/core/checks/network-watch.test.ts',
    ],
  },
  repair: {
    mutate: ['src-contract/connections/repair-steps.ts'],
    tests: ['test/contract/repair-steps.test.ts'],
  },
  'repair-plan': {
    mutate: ['src-main/core/app/plan-repair.ts'],
    tests: ['test/core/app/repair.test.ts'],
  },
  purchases: {
    mutate: ['src-main/core/purchases/*.ts', 'src-main/core/purchases/products/*.ts'],
    tests: [
      'test/core/purchases/!(random-histories|sockets).test.ts',
      'test/core/purchases/*/*.test.ts',
    ],
  },
};

/**
 * The group of this run.
 *
 * @param {NodeJS.ProcessEnv} env with the name that `build/run/mutation.js` sets
 * @returns {Group & { readonly name: string }}
 */
export function currentGroup(env) {
  const name = env['CULVERT_MUTATION_GROUP'] ?? '';
  const group = groups[name];
  if (group === undefined) throw new Error(`one of ${Object.keys(groups).join(', ')}`);
  return { name, ...group };
}
