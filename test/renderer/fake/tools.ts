import { fail, ok } from '#contract/failure.ts';
import type { PublicKey } from '#contract/ipc/tools.ts';

/** The pair that the service made, in the journal; what is made here differs from it. */
const there: PublicKey = {
  xray: 'hSDwCYkwp1R0i33ctD73Wg2_Og0mOBr066SpjqqbTmo',
  wireguard: 'hSDwCYkwp1R0i33ctD73Wg2/Og0mOBr066SpjqqbTmo=',
};
const here: PublicKey = {
  xray: '3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK08',
  wireguard: '3p7bfXt9wbTTW2HC7OQ1Nz+DQ8hbeGdNrfx+FG+IK08=',
};

/** Keys and distances, in a window without a main process. Location 5 does not answer. */
export function toolHandlers(options: { readonly made?: boolean }) {
  let made = options.made ?? false;
  return {
    'tools.makeKeys': () => {
      made = true;
      return ok(here);
    },
    'tools.publicKey': ({ pair }: { pair: string }) =>
      pair !== 'local' ? ok(there) : made ? ok(here) : fail('not-found'),
    'tools.copyKey': () => ok({ clearsAt: Date.now() + 60_000 }),
    'tools.revealKey': () => ok({ text: `${'k'.repeat(42)}=`, until: Date.now() + 30_000 }),
    'tools.reach': ({ location }: { location: number }) =>
      ok({
        reached:
          location === 5
            ? null
            : {
                ms: location * location * 1.7,
                by: location < 3 ? ('icmp' as const) : ('tcp' as const),
              },
      }),
  };
}
