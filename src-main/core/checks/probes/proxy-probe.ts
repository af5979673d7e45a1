import { connectRequest, readHeaderEnd, readStatus } from '#core/checks/packets/http.ts';
import {
  readSocksLogin,
  readSocksMethod,
  readSocksReply,
  socksConnect,
  socksGreeting,
  socksLogin,
} from '#core/checks/packets/socks5.ts';
import type { ProxyTarget } from '#core/checks/target.ts';
import { hostAndPort } from '#core/network/host-and-port.ts';
import type { ProbeStream } from '#core/ports.ts';
import { ask, overTcp, type Attempt, type Probe, type ProbeTools, type Try } from './probe.ts';

/**
 * HTTP and SOCKS5 proxies: the login, then a connection to an address that the user set. Without
 * one the proxy is asked to connect to itself, and its answer shows only whether it accepted the
 * login: it may refuse that address.
 */
export const probeProxy: Probe<ProxyTarget> = (tools, given) =>
  overTcp(tools, given, (stream) =>
    given.target.kind === 'socks5'
      ? askSocks(tools, given, stream)
      : askHttpProxy(tools, given, stream),
  );

async function askHttpProxy(
  tools: ProbeTools,
  { target, beyond, port }: Try<ProxyTarget>,
  stream: ProbeStream,
): Promise<Attempt> {
  const { host, port: to } = beyond ?? { host: target.host, port };
  const request = connectRequest(hostAndPort(host, to), target.user, target.password);
  const { value: status, ms } = await ask(tools, stream, request, (bytes) => {
    const read = readStatus(bytes);
    if (read === 'more' || read === 'other') return read;
    return readHeaderEnd(bytes) === 'more' ? 'more' : read;
  });
  // 401 is an origin server's; some proxies send it all the same.
  if (status === 407 || status === 401) return { failure: 'login-refused' };
  if (beyond === null) return { ms, depth: 'login' };
  return status >= 200 && status < 300 ? { ms, depth: 'way-on' } : { failure: 'no-way-on' };
}

async function askSocks(
  tools: ProbeTools,
  { target, beyond }: Try<ProxyTarget>,
  stream: ProbeStream,
): Promise<Attempt> {
  const { user, password } = target;
  const hasLogin = user !== '' || password !== '';
  const greeting = socksGreeting(hasLogin);
  const { value: method, ms } = await ask(tools, stream, greeting, readSocksMethod);
  if (method === 'refused') return { failure: 'login-refused' };
  if (method === 'password') {
    const login = hasLogin ? socksLogin(user, password) : undefined;
    if (!login) return { failure: 'login-refused' };
    const { value } = await ask(tools, stream, login, readSocksLogin);
    if (value === 'refused') return { failure: 'login-refused' };
  }
  if (beyond === null) return { ms, depth: 'login' };
  const request = socksConnect(beyond.host, beyond.port);
  if (!request) return { failure: 'no-way-on' };
  const { value: reply } = await ask(tools, stream, request, readSocksReply);
  return reply.code === 0 ? { ms, depth: 'way-on' } : { failure: 'no-way-on' };
}
