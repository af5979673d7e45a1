import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll } from 'vitest';
import { createAuthority, type Authority } from '#test/adapters/transport/certificates.ts';

/** A certificate authority that this process trusts for the tests of one file, beside the usual ones. */
export function useTrustedAuthority(): () => Authority {
  let authority: Authority | undefined;
  const usual = getCACertificates('default');
  beforeAll(async () => {
    authority = await createAuthority();
    setDefaultCACertificates([...usual, authority.ca]);
  });
  afterAll(() => {
    setDefaultCACertificates(usual);
  });
  return () => {
    if (authority === undefined) throw new Error('the authority is made before the tests');
    return authority;
  };
}
