import { describe, expect, it } from 'vitest';
import { chooseMore, unfold } from '#test/renderer/scenes/scene.ts';
import { editorPage, first } from './editor-page.ts';
import { chooseOf, sectionOfAFile } from './section.ts';

// With one cloud server alone, reading the account leaves more of the limits.
const section = sectionOfAFile((control) => {
  control.account().cloud_servers.splice(1);
});
const account = () => section().main.service.account();
const { article, line, button, box, open, said, requests } = editorPage(section);

describe('a VPN configuration', () => {
  const titled = (is: (each: ReturnType<typeof account>['configs'][number]) => boolean) => {
    const found = first(account().configs, (each) => each.title !== null && is(each));
    return { found, key: `config:${String(found.id)}`, title: found.title ?? '' };
  };

  it('moves to another location and server with only its true flags: configs.availableServers, configs.changeSettings', async () => {
    const { found, key, title } = titled(
      ({ options }) => options['use_extended_settings'] === true,
    );
    const before = found.connection_url;
    await open(key, title, /^Location, protocol/);
    const place = article().getByRole('combobox', { name: 'Location' });
    await place.selectOption('2');
    const server = article().getByRole('combobox', { name: 'Server' });
    await expect.poll(() => server.locator('option').count()).toBeGreaterThan(1);
    const another = await server.locator('option').nth(1).getAttribute('value');
    await server.selectOption(another ?? '');
    await unfold(section().page, '[data-flags]');
    await article().getByRole('checkbox', { name: 'Through WARP' }).check();
    await article().getByRole('checkbox', { name: 'XHTTP transport' }).check();
    // Not together with XHTTP, in the rule’s own words.
    const grpc = article().getByRole('checkbox', { name: 'gRPC transport' });
    expect(await grpc.isDisabled()).toBe(true);
    await article().getByText('Not together with XHTTP transport.').first().waitFor();
    await article()
      .getByText(/devices lose access until they get the new one/)
      .waitFor();
    await button('Change the settings').click();
    await said('Settings changed: copy the new address');
    expect(found.location_id).toBe(2);
    expect(found.server_id).toBe(Number(another));
    expect(found.options).toEqual({ use_extended_settings: true, use_warp: true, use_xhttp: true });
    expect(found.connection_url).not.toBe(before);
    expect(requests('configs.availableServers')).toBeGreaterThan(0);
    // What is copied next is the new address.
    await expect
      .poll(async () => {
        await article().getByRole('button', { name: 'Copy URL' }).click();
        return Promise.resolve(section().main.machine.clipboard.text);
      })
      .toBe(found.connection_url);
  });

  it('sends no flag that the chosen protocol cannot have, and offers none', async () => {
    const { found, key, title } = titled(({ options }) => options['use_grpc'] === true);
    await open(key, title, /^Location, protocol/);
    await unfold(section().page, '[data-flags]');
    await article().getByText('Trojan', { exact: true }).click();
    await article()
      .getByRole('checkbox', { name: 'Extended settings' })
      .waitFor({ state: 'detached' });
    await button('Change the settings').click();
    await expect.poll(() => found.protocol).toBe('trojan');
    expect(found.options).toEqual({});
  });

  it('keeps what was chosen when the service refuses, and shows its words', async () => {
    const { found, key, title } = titled(({ flags }) => flags.includes('noChangeCountry'));
    const before = found.location_id;
    await open(key, title, /^Location, protocol/);
    const place = article().getByRole('combobox', { name: 'Location' });
    await place.selectOption('2');
    await article().getByText('The service marks it noChangeCountry').waitFor();
    await button('Change the settings').click();
    await article().getByText('The service refused').waitFor();
    await article()
      .getByText(/the country of this configuration cannot be changed/)
      .waitFor();
    expect(await place.inputValue()).toBe('2');
    expect(found.location_id).toBe(before);
  });

  it('takes Xray settings once they are JSON, and the service’s own again: configs.setXrayConfig, configs.resetXrayConfig', async () => {
    const { found, key, title } = titled(
      ({ options, location_id }) => options['use_extended_settings'] === true && location_id === 18,
    );
    await open(key, title, 'Xray settings');
    const text = article().getByRole('textbox', { name: 'Xray settings' });
    await expect.poll(() => text.inputValue()).toContain('loglevel');
    await text.fill('{\n  "log": {},\n}');
    await article().getByText('Not JSON from line 3, column 1 on').waitFor();
    expect(await button('Save the Xray settings').isDisabled()).toBe(true);
    await text.fill('{ "log": {} }');
    await article().getByRole('radio', { name: 'Set to' }).check();
    await box('Public key').fill('a-public-key');
    await button('Save the Xray settings').click();
    await said('Xray settings saved');
    expect(found.custom_xray).toEqual({ xray_config: '{ "log": {} }', public_key: 'a-public-key' });
    await line('Xray settings').click();
    await expect.poll(() => text.inputValue()).toBe('{ "log": {} }');
    await button('Back to the service’s own…').click();
    await button('Reset Xray settings now').click();
    await said('The Xray settings are the service’s own again');
    expect(found.custom_xray).toBeNull();
  });

  it('changes the AmneziaWG parameters that were typed and no others: configs.setAwgConfig', async () => {
    const { found, key, title } = titled(({ protocol }) => protocol === 'amnezia-wg-2');
    const before = { ...found.awg };
    await open(key, title, 'AmneziaWG parameters');
    await expect.poll(() => box('jmin').inputValue()).toBe('50');
    await box('jc').fill('129');
    await article().getByText('Out of bounds: jc.').waitFor();
    await box('jc').fill('7');
    await box('jmin').fill('1001');
    await article()
      .getByText(/^jmin is above jmax/)
      .waitFor();
    await box('jmin').fill('60');
    await button('Change the parameters').click();
    await said('Parameters changed: copy the new config');
    expect(found.awg).toEqual({ ...before, jc: 7, jmin: 60 });
  });

  it('has a subconfig made, changed and deleted: configs.createSubconfig, configs.subconfig, configs.changeSubconfig, configs.deleteSubconfig', async () => {
    const { found, key, title } = titled(
      ({ subconfig, location_id }) => subconfig === null && location_id === 3,
    );
    await open(key, title, /^Subconfig/);
    await article().getByText('MTProto', { exact: true }).click();
    await article().getByRole('textbox', { name: 'TLS domain' }).fill('www.example.org');
    await button('Create the subconfig').click();
    await said('Subconfig created');
    expect(found.subconfig).toMatchObject({ protocol: 'mtproto', tls_domain: 'www.example.org' });
    await line(/^Subconfig.*MTProto/).click();
    const item = article().getByRole('list', { name: 'Subconfig' }).getByRole('listitem');
    await item.getByText('TLS domain www.example.org').waitFor();
    await chooseOf(item, 'Change protocol');
    await item.getByText('SOCKS5', { exact: true }).click();
    await item.getByRole('button', { name: 'Change to SOCKS5' }).click();
    await expect.poll(() => found.subconfig?.protocol).toBe('socks5');
    await line(/^Subconfig/).click();
    await chooseOf(item, 'Delete');
    await item.getByRole('button', { name: 'Delete the subconfig' }).click();
    await expect.poll(() => found.subconfig).toBeNull();
    await line(/^Subconfig/).click();
    await button('Create the subconfig').waitFor();
    expect(requests('configs.subconfig')).toBeGreaterThan(2);
  });

  it('offers no MTProto at location 12, and says so', async () => {
    const { key, title } = titled(({ location_id }) => location_id === 12);
    await open(key, title, /^Subconfig/);
    const item = article().getByRole('list', { name: 'Subconfig' }).getByRole('listitem');
    await chooseOf(item, 'Change protocol');
    await item.getByText('MTProto is not available at this location.').waitFor();
    expect(await item.getByRole('radio', { name: 'MTProto' }).count()).toBe(0);
  });

  it('is the entry of a bridge to a cloud server’s configuration: configs.makeBridge', async () => {
    const { found, key, title } = titled(
      ({ protocol, server_id }) => protocol === 'vless' && server_id === 803,
    );
    await open(key, title, 'Bridge to another');
    expect(await button('Build the bridge').isDisabled()).toBe(true);
    await article().getByRole('searchbox').fill('Вся семья');
    await article()
      .getByRole('radio', { name: /^Вся семья/ })
      .check();
    await article().getByText(`What connects to “${title}” leaves at “Вся семья”.`).waitFor();
    await button('Build the bridge').click();
    await said('The bridge is built');
    const exit = first(
      account().cloud_servers.flatMap(({ configs }) => configs),
      (each) => each.title === 'Вся семья',
    );
    expect(found.bridge).toMatchObject({ connection_url: exit.connection_url });
  });

  it('renews by itself for so many days, and is renamed: configs.setAutoRenewal, configs.setTitle', async () => {
    const { found, key, title } = titled(
      ({ auto_renewal, expires_at, created_at }) => !auto_renewal && expires_at > created_at,
    );
    await open(key, title);
    await article().getByLabel('What it renews for').selectOption('90');
    await article().getByRole('switch', { name: 'Auto-renew' }).click();
    await section().confirm();
    await expect.poll(() => found.auto_renewal).toBe(true);
    expect(found.auto_renewal_days).toBe(90);
    await chooseMore(section().page, '[data-rename]');
    await box('Title').fill('Renamed on its page');
    await section().page.keyboard.press('Enter');
    await article().getByRole('heading', { name: 'Renamed on its page' }).waitFor();
    expect(found.title).toBe('Renamed on its page');
  });
});

it('leaves no secret of what it changed in the window', async () => {
  expect(await section().page.content()).not.toContain('PrivateKey');
});
