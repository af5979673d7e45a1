import { describe, expect, it } from 'vitest';
import { previewsOf } from '#core/connections/connection.ts';
import { proxyUrl, readConnectionUrl } from '#core/connections/exports/connection-url.ts';

describe('a connection URL is taken apart', () => {
  const readable: [
    text: string,
    scheme: string,
    host: string,
    port: number | null,
    name: string,
  ][] = [
    [
      'vless://2f1c@nl.example.com:443?type=tcp#Home%20NL',
      'vless',
      'nl.example.com',
      443,
      'Home NL',
    ],
    ['trojan://p%40ss@[2001:db8::7]:8443#a', 'trojan', '[2001:db8::7]', 8443, 'a'],
    ['ss://YWVzOnBhc3M@de.example.com:8388/?outline=1#x', 'ss', 'de.example.com', 8388, 'x'],
    ['ss://YWVzLTI1Ni1nY206cGFzc0BkZS5leGFtcGxlLmNvbTo4Mzg4#x', 'ss', 'de.example.com', 8388, 'x'],
    [
      'hysteria2://p@h.example.com:443,20000-50000?sni=a#r',
      'hysteria2',
      'h.example.com:443,20000-50000',
      null,
      'r',
    ],
    ['tg://proxy?server=mt.example.com&port=443&secret=ee00', 'tg', 'mt.example.com', 443, ''],
    ['user:pass@192.0.2.5:1080', '', '192.0.2.5', 1080, ''],
    ['us:er:p@ss#word@px.example.com:3128', '', 'px.example.com', 3128, ''],
  ];

  it.each(readable)('%s', (text, scheme, host, port, name) => {
    expect(readConnectionUrl(text)).toEqual({ scheme, host, port, name });
  });

  it.each([
    'vmess://eyJhZGQiOiJzZWNyZXQiLCJpZCI6IjEyMyJ9',
    'ss://bm90aGluZy1oZXJl',
    'wg://cGFzc3dvcmQ',
    'secret',
    '',
    'vless://@',
    'vless://%E0%A4%A@',
  ])('shows no host where its place may hold a secret: %s', (text) => {
    const { host, port } = readConnectionUrl(text);
    expect({ host, port }).toEqual({ host: '', port: null });
  });

  it('does not change a name with an invalid encoding', () => {
    expect(readConnectionUrl('vless://a@b.example.com:1#50%').name).toBe('50%');
  });

  it('previews nothing of the credential', () => {
    const text = 'vless://0b57ace5-secret@nl.example.com:443?pbk=s3cr3t#Home';
    const [preview] = previewsOf({ protocol: 'vless', forms: ['url'] }, { connection_url: text });
    expect(JSON.stringify(preview)).not.toMatch(/0b57ace5|s3cr3t/);
    expect(preview?.hidden).toBeGreaterThan(20);
  });
});

describe('a bare proxy becomes the URL of its protocol', () => {
  it('encodes what a URL would misread', () => {
    expect(proxyUrl('socks5', 'user:p@ss/#@px.example.com:1080')).toBe(
      'socks5://user:p%40ss%2F%23@px.example.com:1080',
    );
  });

  it('is a link to Telegram for MTProto, whose password is the secret', () => {
    const secret = `ee${'0a'.repeat(16)}7777772e6578616d706c652e636f6d`;
    expect(proxyUrl('mtproto', `mtproto:${secret}@px.example.com:443`)).toBe(
      `tg://proxy?server=px.example.com&port=443&secret=${secret}`,
    );
    expect(proxyUrl('mtproto', `${secret}@[2001:db8::1]:443`)).toContain(
      'server=2001%3Adb8%3A%3A1',
    );
  });

  it('does not change what has a scheme or no URL form', () => {
    expect(proxyUrl('http', 'http://a:b@px.example.com:1')).toBe(undefined);
    expect(proxyUrl('mtproto', 'a:b@px.example.com:1')).toBe(undefined);
    expect(proxyUrl('vless', 'a:b@px.example.com:1')).toBe(undefined);
  });
});
