import { expect, test, vi } from 'vitest';
import NetworkRows from '#renderer/network/NetworkRows.vue';
import { useNetwork } from '#renderer/network/use-network.ts';
import { patient } from '#test/patient.ts';
import { openWindow } from '#test/renderer/lib/window-fixture.ts';

test('a check that is requested during a change is made after it, and its result stays', async () => {
  const page = await openWindow({ commands: { 'network.removeAuthority': 100 } });
  const { used: network } = await page.use(() => useNetwork());
  await Promise.all([network.removeAuthority(), network.check('https://api.example.com')]);
  expect(network.checked.value).toMatchObject({ ok: true });
  expect(network.busy.value).toBe(null);
});

test('what is typed for a proxy stays while the file of an authority is chosen', async () => {
  const { root, show, main } = await openWindow();
  show(NetworkRows);
  const select = await vi.waitFor(() => root.get('select'), patient);
  const socks = select.findAll('option').find((option) => option.text() === 'SOCKS5');
  await select.setValue(socks?.element.value);
  const [host, port, name, password] = root.findAll('form input');
  const typed = () => [name, password].map((one) => (one?.element as HTMLInputElement).value);
  await name?.setValue('anna');
  await password?.setValue('open sesame');
  const button = (text: string) => root.findAll('button').find((one) => one.text() === text);
  await button('Choose a CA file…')?.trigger('click');
  await expect.poll(() => main.callsOf('network.chooseAuthority')).toHaveLength(1);
  await main.idle();
  expect(typed()).toEqual(['anna', 'open sesame']);
  await host?.setValue('127.0.0.1');
  await port?.setValue('1080');
  await root.get('form').trigger('submit');
  await expect.poll(() => root.get('form').text()).toContain('Name and password');
  expect(root.find('input[type=password]').exists()).toBe(false);
});
