import type { Scene } from './scene.ts';
import { scenes } from './scenes.ts';

/** The screens that show what people and the service have written. */
const full = new Set([
  ...['connections', 'filter', 'picked', 'palette', 'account-switcher'],
  ...['cloud', 'cloud-protocol', 'paid', 'paid-stats', 'paid-devices'],
  ...['devices', 'subscription', 'subscription-edit', 'subscription-delete', 'subscription-new'],
  ...['account', 'account-bottom', 'inbox', 'tools', 'purchases', 'purchases-notice'],
  ...['money-balance', 'money-history', 'money-keys', 'money-entries', 'money-referral'],
  ...['shop-config', 'shop-server', 'shop-option'],
]);

/** They again, with every word as long as it can be. */
export const longScenes: readonly Scene[] = scenes
  .filter(({ name }) => full.has(name))
  .map((scene) => ({
    ...scene,
    name: `${scene.name}-long`,
    fake: { ...scene.fake, longWords: true },
  }));
