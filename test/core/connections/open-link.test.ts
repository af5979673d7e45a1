import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fail, ok } from '#contract/failure.ts';
import { encryptedLink, openLink, proxyLink } from '#core/connections/open-link.ts';
import { createShell } from '#electron/shell.ts';
import { fakeShell } from '#test/core/fakes.ts';
import { drawn } from '#test/simulator/deep.ts';

const notOpenable = fail('invalid-input', { reason: 'not-openable' });

/** A shell on a system whose programs take these links; what the system was handed. */
function systemWith(client: string) {
  const handed: string[] = [];
  const parts = {
    app: { getApplicationNameForProtocol: () => client },
    shell: {
      openExternal(link: string) {
        handed.push(link);
        return Promise.resolve();
      },
    },
  };
  const shell = createShell(parts as unknown as Parameters<typeof createShell>[0]);
  return { shell, handed };
}

async function handOver(shell: ReturnType<typeof systemWith>['shell'], text: string) {
  const link = encryptedLink(text);
  return link.ok ? await openLink(shell, link.value) : link;
}

describe('an encrypted link', () => {
  it('reaches the system byte for byte', async () => {
    const base64 = fc.stringMatching(/^[A-Za-z0-9+/_=-]{1,200}$/);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('crypt', 'crypt4', 'Crypt5'), base64, async (host, text) => {
        const link = `happ://${host}/${text}`;
        const { shell, handed } = systemWith('Happ');
        expect(await handOver(shell, link)).toEqual(ok({ client: 'Happ' }));
        expect(handed).toEqual([link]);
      }),
      drawn(100),
    );
  });

  it.each([
    ['that a URL parser would write otherwise', 'happ://crypt/a/../b'],
    ['with a line end', 'happ://crypt/a\n'],
    ['with a space', 'happ://crypt/a b'],
    ['with another spelling of its scheme', 'HAPP://crypt/a'],
    ['of no known client', 'vpnclient://crypt/a'],
    ['to a page', 'https://example.com/a'],
    ['to a file', 'file:///etc/passwd'],
    ['that is none', 'crypt'],
  ])('is not handed over %s', async (_name, link) => {
    const { shell, handed } = systemWith('Any');
    expect(await handOver(shell, link)).toEqual(notOpenable);
    expect(handed).toEqual([]);
  });

  it('is not handed over where no program takes it', async () => {
    const { shell, handed } = systemWith('');
    expect(await handOver(shell, 'happ://crypt/a')).toEqual(ok({ client: null, scheme: 'happ' }));
    expect(handed).toEqual([]);
  });
});

describe('the link of a connection', () => {
  it('with several ports, which is no URL to the system, is left to be copied', async () => {
    const shell = fakeShell();
    shell.clients.set('hysteria2', 'Some Client');
    const link = 'hysteria2://secret@nl.example.com:443,20000-29999/';
    expect(await openLink(shell, { scheme: 'hysteria2', link })).toEqual(notOpenable);
    expect(shell.opened).toEqual([]);
  });

  it('is not opened where its program does not start', async () => {
    const shell = fakeShell();
    shell.clients.set('awg', 'Some Client');
    shell.openExternal = () => Promise.reject(new Error('no such program'));
    const link = { scheme: 'awg', link: 'awg://a' };
    expect(await openLink(shell, link)).toEqual(ok({ client: null, scheme: 'awg' }));
  });

  it.each([
    ['vless', 'vless://id@nl.example.com:443#n'],
    ['tg', 'tg://proxy?server=nl.example.com&port=1'],
    ['tg', 'tg://socks?server=nl.example.com&port=1'],
    ['tg', 'TG://Proxy?server=nl.example.com&port=1'],
  ])('is passed unchanged to the program that takes %s: %s', (scheme, link) => {
    expect(proxyLink(link)).toEqual(ok({ scheme, link }));
  });

  it.each([
    'tg://resolve?domain=somebot',
    'tg://proxyx?server=a',
    'tg://proxy/?server=a',
    'tg:proxy?server=a',
    'tg://x?y=tg://proxy?server=a',
    'https://example.com/#tg://proxy?server=a',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'user:pw@h.example:1',
    'nothing at all',
  ])('is passed to no program where it is %s', (link) => {
    expect(proxyLink(link)).toEqual(
      fail('invalid-input', { issues: [{ path: 'key', code: 'scheme' }] }),
    );
  });
});
