import { describe, expect, it } from 'vitest';
import { startRawServer } from '#test/adapters/transport/servers.ts';
import { check } from './checking.ts';

const tunnel = 'HTTP/1.1 200 Connection established\r\n\r\n';
const page = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello';
const refusal = 'HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n';
const wantsLogin =
  'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\nContent-Length: 0\r\n\r\n';
const unexpected = { outcome: 'unexpected' };
const login = { outcome: 'answers', depth: 'login' };
const refused = { outcome: 'login-refused' };

/** Checks a proxy that gives these answers to a request with a login, and to one without. */
async function checked(answer: string, withoutLogin = answer, user = 'user:secret@') {
  const { url } = await startRawServer((socket, head) => {
    const bytes = /^proxy-authorization:/im.test(head) || user === '' ? answer : withoutLogin;
    if (!bytes.startsWith('HTTP/1.1 200 C')) socket.end(bytes);
    return bytes.startsWith('HTTP/1.1 200 C') ? bytes : undefined;
  });
  const { host } = new URL(url);
  return check('http', `http://${user}${host}`);
}

describe('what answers CONNECT', () => {
  it.each([
    ['nginx', 'HTTP/1.1 405 Not Allowed\r\nServer: nginx\r\nContent-Length: 0\r\n\r\n'],
    ['an older nginx', 'HTTP/1.1 400 Bad Request\r\nServer: nginx\r\nContent-Length: 0\r\n\r\n'],
    ['a page', page],
    ['an empty page', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'],
    ['a page of unknown length', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['a file server', 'HTTP/1.0 501 Unsupported method\r\nConnection: close\r\n\r\n'],
    ['a page that moved', 'HTTP/1.1 301 Moved\r\nLocation: /\r\nContent-Length: 0\r\n\r\n'],
    ['a page behind a login', 'HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic\r\n\r\n'],
    ['a gateway', 'HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n'],
  ])('is no proxy where it is %s', async (_, answer) => {
    expect(await checked(answer)).toEqual(unexpected);
  });

  it('is a proxy where it opens a tunnel', async () => {
    expect(await checked(tunnel)).toMatchObject(login);
    expect(await checked(tunnel, wantsLogin)).toMatchObject(login);
    expect(await checked(tunnel, tunnel, '')).toMatchObject(login);
  });

  it('is a proxy where the same request without its login is refused for that', async () => {
    expect(await checked(refusal, wantsLogin)).toMatchObject(login);
    expect(await checked(refusal)).toEqual(unexpected);
  });

  it('is a proxy where it says so of itself', async () => {
    const named = 'HTTP/1.1 403 Forbidden\r\nProxy-Connection: close\r\n\r\n';
    expect(await checked(named)).toMatchObject(login);
  });

  it('refuses the login with 407, or with 401 where it is a proxy', async () => {
    const like = 'HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic\r\n\r\n';
    expect(await checked(wantsLogin)).toEqual(refused);
    expect(await checked(like, wantsLogin)).toEqual(refused);
  });

  it('is a web server at most where a proxy without a login refuses', async () => {
    expect(await checked(refusal, refusal, '')).toMatchObject({ depth: 'http' });
    expect(await checked(page, page, '')).toEqual(unexpected);
  });
});
