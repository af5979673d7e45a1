import { isLoopback } from '#contract/loopback.ts';
import { serviceAddress } from './core/network/service-address.ts';

/** A demo service on this machine, and a key of it, which is no secret. */
export interface LocalService {
  readonly service: string;
  readonly key: string;
}

/**
 * What `npm start` says about the local service it has started: sign in to it, or only fill the
 * sign-in screen in. Removed from the environment, so that no child inherits it, and accepted only for a
 * service on this machine: a real key is never passed this way. A packaged program ignores it.
 */
export function takeLocalService(
  environment: NodeJS.ProcessEnv,
  isPackaged: boolean,
): {
  readonly signIn: LocalService | undefined;
  readonly prefill: LocalService | undefined;
} {
  const take = (name: string): LocalService | undefined => {
    const text = environment[name];
    Reflect.deleteProperty(environment, name);
    return text === undefined || isPackaged ? undefined : read(text);
  };
  return { signIn: take('CULVERT_LOCAL_SIGN_IN'), prefill: take('CULVERT_LOCAL_PREFILL') };
}

function read(text: string): LocalService | undefined {
  try {
    const { service, key } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    if (typeof service !== 'string' || typeof key !== 'string') return undefined;
    const address = serviceAddress(service);
    return address !== undefined && isLoopback(new URL(address)) ? { service, key } : undefined;
  } catch {
    return undefined;
  }
}
