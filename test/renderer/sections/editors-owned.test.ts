import { describe, expect, it } from 'vitest';
import { chooseMore, unfold } from '#test/renderer/scenes/scene.ts';
import { editorPage, first } from './editor-page.ts';
import { chooseOf, sectionOfAFile } from './section.ts';

// Without most configurations, reading the account leaves more of the limits.
const section = sectionOfAFile((control) => {
  control.account().configs.splice(2);
  control.account().cloud_servers.splice(1);
});
const account = () => section().main.service.account();
const { article, line, button, box, open, said, requests, unfoldChange, changeXray } =
  editorPage(section);

describe('a configuration of a cloud server', () => {
  const on = (title: string) => {
    for (const server of account().cloud_servers) {
      const found = server.configs.find((each) => each.title === title);
      if (found !== undefined)
        return { server, found, key: `cloud:${String(server.id)}:${String(found.id)}` };
    }
    throw new Error('the demo account has no such configuration');
  };

  it('takes Xray settings: cloudServers.setConfigXray, cloudServers.resetConfigXray', async () => {
    const { found, key } = on('Вся семья');
    await changeXray(key, 'Вся семья', () => found);
  });

  it('takes AmneziaWG parameters: cloudServers.setConfigAwg', async () => {
    const { found, key } = on('Андрей');
    await open(key, 'Андрей', 'AmneziaWG parameters');
    await expect.poll(() => box('jmax').inputValue()).toBe('1000');
    await box('port').fill('23456');
    await button('Change the parameters').click();
    await expect.poll(() => found.awg?.port).toBe(23456);
  });

  it('changes its protocol with flags: cloudServers.changeConfigProtocol', async () => {
    const { found, key } = on('Андрей');
    await open(key, 'Андрей', /^Protocol, flags/);
    expect(await article().getByRole('combobox').count()).toBe(0);
    await article().getByText('VLESS', { exact: true }).click();
    await unfold(section().page, '[data-flags]');
    await article().getByRole('checkbox', { name: 'Extended settings' }).check();
    await article().getByRole('checkbox', { name: 'Block BitTorrent' }).check();
    await button('Change the settings').click();
    await expect.poll(() => found.protocol).toBe('vless');
    expect(found.options).toEqual({ use_extended_settings: true, block_bittorrent: true });
  });

  it('is deleted once it was said who loses access, and leads back to its server: cloudServers.deleteConfig', async () => {
    const { server, key } = on('Андрей');
    await open(key, 'Андрей');
    await chooseMore(section().page, '[data-remove]');
    await article().getByText('Every device that uses “Андрей” loses access.').waitFor();
    await button('Delete').click();
    await expect.poll(() => server.configs.some(({ title }) => title === 'Андрей')).toBe(false);
    await said('Deleted: Андрей');
    await article().getByText('The service no longer lists this connection').waitFor();
  });
});

describe('a configuration of a paid option', () => {
  const option = () => first(account().paid_options, () => true);
  const own = () => first(option().configs, ({ title }) => title === 'Белый на планшет');
  const key = () => `paid:${String(option().option_id)}:${String(own().id)}`;

  it('takes Xray settings: paidOptions.setConfigXray, paidOptions.resetConfigXray', async () => {
    await changeXray(key(), 'Белый на планшет', own);
  });

  it('moves to a server with room: paidOptions.availableServers, paidOptions.changeConfigSettings', async () => {
    await open(key(), 'Белый на планшет', /^Protocol, server, flags/);
    const server = article().getByRole('combobox', { name: 'Server' });
    await expect.poll(() => server.locator('option').count()).toBeGreaterThan(1);
    const options = await server.locator('option').all();
    const ids = await Promise.all(options.map((each) => each.getAttribute('value')));
    const another = ids.find((id) => Number(id) > 0 && Number(id) !== own().server_id) ?? '';
    await server.selectOption(another);
    await button('Change the settings').click();
    await expect.poll(() => own().server_id).toBe(Number(another));
    expect(own().options).toEqual({ use_extended_settings: true });
    expect(requests('paidOptions.availableServers')).toBeGreaterThan(0);
  });

  it('has a subconfig: paidOptions.createSubconfig, paidOptions.subconfig, paidOptions.changeSubconfig, paidOptions.deleteSubconfig', async () => {
    await open(key(), 'Белый на планшет', /^Subconfig/);
    await article().getByText('MTProto', { exact: true }).click();
    // This row takes no TLS domain.
    expect(await article().getByRole('textbox', { name: 'TLS domain' }).count()).toBe(0);
    await button('Create the subconfig').click();
    await expect.poll(() => own().subconfig?.protocol).toBe('mtproto');
    await line(/^Subconfig/).click();
    const item = article().getByRole('list', { name: 'Subconfig' }).getByRole('listitem');
    await chooseOf(item, 'Change protocol');
    await item.getByRole('button', { name: 'Change to HTTP' }).click();
    await expect.poll(() => own().subconfig?.protocol).toBe('http');
    await line(/^Subconfig/).click();
    await chooseOf(item, 'Delete');
    await item.getByRole('button', { name: 'Delete the subconfig' }).click();
    await expect.poll(() => own().subconfig).toBeNull();
    expect(requests('paidOptions.subconfig')).toBeGreaterThan(1);
  });

  it('is renamed, and leads to its option: paidOptions.setConfigTitle', async () => {
    await chooseMore(section().page, '[data-rename]');
    await box('Title').fill('Tablet');
    await section().page.keyboard.press('Enter');
    await article().getByRole('heading', { name: 'Tablet' }).waitFor();
    expect(option().configs.map(({ title }) => title)).toContain('Tablet');
    await unfoldChange();
    await article().getByRole('link', { name: 'Open its paid option' }).click();
    await section().page.getByRole('heading', { name: 'Белый интернет', exact: true }).waitFor();
  });
});

it('leaves no secret of what it changed in the window', async () => {
  expect(await section().page.content()).not.toContain('PrivateKey');
});
