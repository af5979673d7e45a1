import { fail, ok, type Result } from '#contract/failure.ts';
import { isEncryptedLinkScheme } from '#contract/link-schemes.ts';
import type { Shell } from '#core/kernel/ports.ts';
import { readConnectionUrl } from './exports/connection-url.ts';

/**
 * Hands a link of an allowed scheme to the installed program that takes such links. Answers what it is
 * called; `null` where none takes it, or it does not start. Fails for what is no URL: systems open
 * nothing else, such as several ports of Hysteria 2.
 */
export async function openLink(
  shell: Pick<Shell, 'clientFor' | 'openExternal'>,
  scheme: string,
  link: string,
): Promise<Result<{ client: string | null }>> {
  const client = shell.clientFor(scheme);
  if (client === undefined) return ok({ client: null });
  if (!URL.canParse(link)) return fail('invalid-input', { reason: 'not-openable' });
  try {
    await shell.openExternal(link);
  } catch {
    return ok({ client: null });
  }
  return ok({ client });
}

/**
 * The same for a link that is encrypted for one client, byte for byte. Systems are handed what a URL
 * parser writes: a link that it would write otherwise fails, and is left to be copied.
 */
export async function openEncryptedLink(
  shell: Pick<Shell, 'clientFor' | 'openExternal'>,
  link: string,
): Promise<Result<{ client: string | null }>> {
  const { scheme } = readConnectionUrl(link);
  const isExact = URL.canParse(link) && new URL(link).href === link;
  if (!isEncryptedLinkScheme(scheme) || !isExact) {
    return fail('invalid-input', { reason: 'not-openable' });
  }
  return await openLink(shell, scheme, link);
}
