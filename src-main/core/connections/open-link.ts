import { fail, ok, type Result } from '#contract/failure.ts';
import type { Opened } from '#contract/ipc/secrets.ts';
import { appOfLink, isLinkScheme } from '#contract/link-schemes.ts';
import type { Shell } from '#core/kernel/ports.ts';
import { readConnectionUrl } from './exports/connection-url.ts';
import { clientLink } from './texts/telegram-link/read-telegram-link.ts';

/** A link, and its scheme, by which the program that takes it is known. */
export interface Link {
  readonly scheme: string;
  readonly link: string;
}

/** Hands a link to the installed program; `null` where none takes it. Fails for no URL. */
export async function openLink(
  shell: Pick<Shell, 'clientFor' | 'openExternal'>,
  { scheme, link }: Link,
): Promise<Result<Opened>> {
  const client = shell.clientFor(scheme);
  if (client === undefined) return ok({ client: null, scheme });
  if (!URL.canParse(link)) return fail('invalid-input', { reason: 'not-openable' });
  try {
    await shell.openExternal(link);
  } catch {
    return ok({ client: null, scheme });
  }
  return ok({ client });
}

/** The link of a connection, where its scheme is listed. */
export function proxyLink(text: string): Result<Link> {
  const { scheme } = readConnectionUrl(text);
  const link = clientLink(text);
  // Telegram's links do anything in its client, such as opening a bot: only those of proxies are passed.
  const isProxy = scheme !== 'tg' || /^tg:\/\/(proxy|socks)\?/i.test(link);
  return isLinkScheme(scheme) && isProxy
    ? ok({ scheme, link })
    : fail('invalid-input', { issues: [{ path: 'key', code: 'scheme' }] });
}

/** To be handed over byte for byte: fails where a URL parser would write it otherwise. */
export function encryptedLink(link: string): Result<Link> {
  const { scheme } = readConnectionUrl(link);
  const isExact = URL.canParse(link) && new URL(link).href === link;
  return appOfLink(scheme) !== undefined && isExact
    ? ok({ scheme, link })
    : fail('invalid-input', { reason: 'not-openable' });
}
