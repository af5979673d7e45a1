import { ok, type Result } from '#contract/failure.ts';
import { serviceAddress } from '#core/network/service-address.ts';
import type { Consent } from './consent.ts';

/** The origins that the window may have main contact. */
export interface AllowedServices {
  /**
   * Asks the user for an origin that is not the built-in service's or the open account's, once a
   * run. What is no address is let through: nothing is sent to it. Fails as `Consent.ask` does.
   */
  allow(service: string): Promise<Result<null>>;
}

/**
 * @param options.builtIn address that main itself fills the sign-in screen in with; may be empty
 * @param options.current address of the open account's service
 */
export function createAllowedServices(options: {
  readonly consent: Pick<Consent, 'ask'>;
  readonly builtIn: string;
  readonly current: () => string | undefined;
}): AllowedServices {
  const allowed = new Set([originOf(options.builtIn)]);

  return {
    async allow(service) {
      const origin = originOf(service);
      if (origin === undefined || allowed.has(origin)) return ok(null);
      if (origin === originOf(options.current() ?? '')) return ok(null);
      const given = await options.consent.ask({ kind: 'service', origin });
      if (given.ok) allowed.add(origin);
      return given;
    },
  };
}

function originOf(text: string): string | undefined {
  const address = serviceAddress(text);
  return address === undefined ? undefined : new URL(address).origin;
}
