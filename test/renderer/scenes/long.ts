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
export function withLongWords(value: unknown, field = ''): unknown {
  if (typeof value === 'string') return texts.has(field) ? hundred : value;
  if (Array.isArray(value)) return value.map((one) => withLongWords(one, field));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries<unknown>({ ...value }).map(([name, one]) => [name, withLongWords(one, name)]),
  );
}
