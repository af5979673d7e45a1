import { expect, test } from 'vitest';
import { useNetwork } from '#renderer/network/use-network.ts';
import { openWindow } from '#test/renderer/lib/window-fixture.ts';

test('a check that is requested during a change is made after it, and its result stays', async () => {
  const page = await openWindow({ commands: { 'network.removeAuthority': 100 } });
  const { used: network } = await page.use(() => useNetwork());
  await Promise.all([network.removeAuthority(), network.check('https://api.example.com')]);
  expect(network.checked.value).toMatchObject({ ok: true });
  expect(network.busy.value).toBe(null);
});
