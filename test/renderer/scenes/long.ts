import type { Scene } from './scene.ts';
import { scenes } from './scenes.ts';

/** The screens that show what people and the service have written. */
const full = new Set([
  ...['connections', 'filter', 'picked', 'palette', 'account-switcher'],
  ...['cloud', 'cloud-protocol', 'paid', 'paid-stats', 'paid-devices'],
  ...['devices', 'subscription', 'subscription-edit', 'subscription-delete', 'subscription-new'],
  ...['account', 'account-bottom', 'inbox', 'purchases', 'purchases-notice'],
  ...['money-balance', 'money-history', 'money-keys', 'money-referral'],
  ...['shop-config', 'shop-server', 'shop-option', 'subscription-selected', 'upcoming-short'],
  ...['batch-rename', 'batch-renew', 'batches-failures'],
]);

/** A hundred characters, the most that the service takes for a title, a third of them unbroken. */
const hundred = (
  'Очень длинное название, Пятьдесятпервыйкилометркиевскогошоссе, которое набрано целиком, ' +
  'до последней буквы'
).slice(0, 100);

/** What people write, and what the service says in words of its own. */
const texts = new Set([
  ...['title', 'custom_title', 'original_title', 'resolved_title', 'name', 'place', 'hostname'],
  ...['device_name', 'device_model', 'description', 'caption', 'email', 'content', 'comment'],
  ...['cpuModel', 'bank_name', 'location', 'label', 'text'],
]);

/** Data of the service with each of its words as long as they can be. */
function withLongWords(value: unknown, field = ''): unknown {
  if (typeof value === 'string') return texts.has(field) ? hundred : value;
  if (Array.isArray(value)) return value.map((one) => withLongWords(one, field));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries<unknown>({ ...value }).map(([name, one]) => [name, withLongWords(one, name)]),
  );
}

/** They again, with every word as long as it can be. */
export const longScenes: readonly Scene[] = scenes
  .filter(({ name }) => full.has(name))
  .map((scene) => ({
    ...scene,
    name: `${scene.name}-long`,
    setup: { ...scene.setup, alter: withLongWords },
  }));
