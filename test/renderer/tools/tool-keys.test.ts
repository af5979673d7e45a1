import { createPrivateKey, createPublicKey } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import ToolKeys from '#renderer/tools/ToolKeys.vue';
import { openWindow } from '#test/renderer/lib/window-fixture.ts';
import { patient } from '#test/patient.ts';

async function open() {
  const { root, main, show } = await openWindow();
  show(ToolKeys);
  const press = async (label: string, within?: Pick<typeof root, 'findAll'>) => {
    const buttons = await vi.waitFor(() => {
      const found = (within ?? root).findAll('button').filter((one) => one.text() === label);
      expect(found).not.toEqual([]);
      return found;
    }, patient);
    await buttons[0]?.trigger('click');
  };
  const pair = () => vi.waitFor(() => root.get('[data-pair]'), patient);
  const copied = async (half: string) => {
    main.machine.clipboard.text = '';
    const group = (await pair()).get(`[aria-label="${half}"]`);
    await press('Copy', group);
    await expect.poll(() => main.machine.clipboard.text).not.toBe('');
    return main.machine.clipboard.text;
  };
  return { root, main, press, pair, copied };
}

/** The public half that belongs to a private one in Base64 of either kind. */
function publicOf(half: string): Buffer {
  const d = Buffer.from(half, 'base64').toString('base64url');
  const key = createPrivateKey({ key: { kty: 'OKP', crv: 'X25519', d, x: '' }, format: 'jwk' });
  return Buffer.from(String(createPublicKey(key).export({ format: 'jwk' }).x), 'base64url');
}

test.each([
  ['here', 'Make a pair here', /^[\w-]{43}$/],
  ['by the service', 'Get one from the service', /^[\w-]{43}$/],
])('a pair made %s is copied in the encodings of Xray and WireGuard', async (_, button, form) => {
  const { press, pair, copied, root } = await open();
  await press(button);
  const xray = { open: await copied('Public key'), own: await copied('Private key') };
  expect(xray.open).toMatch(form);
  expect(publicOf(xray.own)).toEqual(Buffer.from(xray.open, 'base64url'));
  await (await pair()).findAll('input[type=radio]')[1]?.setValue();
  expect(Buffer.from(await copied('Private key'), 'base64').toString('base64url')).toBe(xray.own);
  expect(root.html()).not.toContain(xray.own);
});

test('a pair of the service stays until the user has saved it', async () => {
  const { press, pair, root } = await open();
  await press('Get one from the service');
  await press('I have saved it', await pair());
  await expect.poll(() => root.find('[data-pair]').exists()).toBe(false);
});
