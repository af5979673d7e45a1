import { z } from 'zod';
import { api } from '#contract/api/index.ts';
import type { ServerNow } from '#contract/ipc/servers.ts';
import { connectionState } from '#contract/rules/connection-state.ts';

const Servers = z.array(
  api['cloudServers.list'].data.element.pick({ id: true, is_online: true, expires_at: true }),
);

/** How the cloud servers of the list are that the window has cached. */
export function fakeServers(list: unknown, offline: boolean, age = 2 * 60_000): ServerNow[] {
  const now = Date.now();
  return (Servers.safeParse(list).data ?? []).map(({ id, is_online, expires_at }) => ({
    id,
    state: connectionState({
      online: is_online ? 'online' : 'offline',
      listedAt: now - age,
      expiresAt: expires_at,
      reading: undefined,
      rebooting: false,
      offline,
      now,
    }),
    reboot: null,
  }));
}
