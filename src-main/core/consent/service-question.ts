import type { AppParts } from '#core/app-parts.ts';
import { serviceAddress } from '#core/network/service-address.ts';
import type { ConsentQuestion } from './question.ts';

/**
 * What the user is asked before the window has main contact a service: nothing for the built-in one
 * and the open account's, nor for what is no address, to which nothing is sent.
 */
export function serviceQuestions(
  service: string,
  { options, session }: Pick<AppParts, 'options' | 'session'>,
): ConsentQuestion[] {
  const origin = originOf(service);
  const known = [options.prefill.service, session.current()?.service ?? ''].map(originOf);
  return origin === undefined || known.includes(origin) ? [] : [{ kind: 'service', origin }];
}

function originOf(text: string): string | undefined {
  const address = serviceAddress(text);
  return address === undefined ? undefined : new URL(address).origin;
}
