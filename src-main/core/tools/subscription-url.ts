const placeholder = '{key}';

/** How the subscriptions of one service are reached, as the build was told. */
export interface SubscriptionUrls {
  /** The service that the keys are of, as `Account.service` has it. */
  readonly service: string;
  /** As `subscriptionTemplate` accepts it. */
  readonly template: string;
}

/** An https address with `{key}` once, in path or query; else `undefined`. */
export function subscriptionTemplate(text: string): string | undefined {
  const template = text.trim();
  const [before = '', after, ...more] = template.split(placeholder);
  if (after === undefined || more.length > 0 || /[{}#]/.test(before + after)) return undefined;
  const filled = `${before}key${after}`;
  if (!isExact(filled)) return undefined;
  const { protocol, origin, username, password } = new URL(filled);
  const isPlain = protocol === 'https:' && username === '' && password === '';
  return isPlain && before.startsWith(`${origin}/`) ? template : undefined;
}

/** The URL of the subscription with this key; `undefined` where the key has no place in one. */
export function fillTemplate(template: string, key: string): string | undefined {
  if (key === '' || !key.isWellFormed()) return undefined;
  const url = template.replace(placeholder, () => encodeURIComponent(key));
  // A key such as `..` would lead to another address.
  return isExact(url) ? url : undefined;
}

function isExact(url: string): boolean {
  return URL.canParse(url) && new URL(url).href === url;
}
