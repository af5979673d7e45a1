import { connectRequest, readHttpAnswer, readStatus } from '#core/checks/packets/http.ts';
import {
  readSocksLogin,
  readSocksMethod,
  socksGreeting,
  socksLogin,
} from '#core/checks/packets/socks5.ts';
import type { ProxyTarget } from '#core/checks/target.ts';
import { hostAndPort } from '#core/connections/texts/address.ts';
import { ProbeFault, type ProbeStream } from '#core/kernel/ports.ts';
import { ask, overTcp, type Attempt, type Probe, type ProbeTools, type Try } from './probe.ts';

/** The login: an HTTP proxy is asked to connect to itself. */
export const probeProxy: Probe<ProxyTarget> = (tools, given) =>
  overTcp(tools, given, (stream) =>
    given.target.kind === 'socks5'
      ? askSocks(tools, given, stream)
      : askHttpProxy(tools, given, stream),
  );

async function askHttpProxy(
  tools: ProbeTools,
  given: Try<ProxyTarget>,
  stream: ProbeStream,
): Promise<Attempt> {
  const { target } = given;
  const request = connectRequest(
    hostAndPort(target.host, given.port),
    target.user,
    target.password,
  );
  const { value: answer, ms } = await ask(tools, stream, request, readHttpAnswer);
  if (answer.status === 407) return { failure: 'login-refused' };
  const isOpen = answer.status >= 200 && answer.status < 300;
  // A tunnel has no body (RFC 9110, 9.3.6); a web server's page has, also when it is empty.
  const isTunnel =
    isOpen && !answer.headers.has('content-length') && !answer.headers.has('transfer-encoding');
  if (isTunnel && answer.rest === 0) return { ms, depth: 'login' };
  if (isOpen) return { failure: 'unexpected' };
  const isProxy =
    [...answer.headers].some((name) => name.startsWith('proxy-')) ||
    (await wantsLogin(tools, given));
  if (!isProxy) {
    const isOfEither = !hasLogin(target) && refusals.includes(answer.status);
    return isOfEither ? { ms, depth: 'http' } : { failure: 'unexpected' };
  }
  // It is a web server's answer to a wrong login, which some proxies give as well.
  if (answer.status === 401) return { failure: 'login-refused' };
  return { ms, depth: 'login' };
}

/** What proxies without a login answer where they do not go; web servers may answer it as well. */
const refusals: readonly number[] = [403, 502, 503, 504];

const hasLogin = ({ user, password }: ProxyTarget) => user !== '' || password !== '';

/** Whether the same request is refused for its login where it has none, as no web server does. */
async function wantsLogin(tools: ProbeTools, given: Try<ProxyTarget>): Promise<boolean> {
  if (!hasLogin(given.target)) return false;
  try {
    const again = await overTcp(tools, given, async (stream) => {
      const request = connectRequest(hostAndPort(given.target.host, given.port), '', '');
      const { value, ms } = await ask(tools, stream, request, readStatus);
      return value === 407 ? { failure: 'login-refused' } : { ms, depth: 'http' };
    });
    return 'failure' in again;
  } catch (error) {
    if (error instanceof ProbeFault) return false;
    throw error;
  }
}

async function askSocks(
  tools: ProbeTools,
  { target }: Try<ProxyTarget>,
  stream: ProbeStream,
): Promise<Attempt> {
  const { user, password } = target;
  const greeting = socksGreeting(hasLogin(target));
  const { value: method, ms } = await ask(tools, stream, greeting, readSocksMethod);
  if (method === 'refused') return { failure: 'login-refused' };
  if (method === 'password') {
    const login = hasLogin(target) ? socksLogin(user, password) : undefined;
    if (!login) return { failure: 'login-refused' };
    const { value } = await ask(tools, stream, login, readSocksLogin);
    if (value === 'refused') return { failure: 'login-refused' };
  }
  return { ms, depth: 'login' };
}
