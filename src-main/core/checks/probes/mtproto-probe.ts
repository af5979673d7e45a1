import { fakeTlsHello, obfuscatedHello } from '#core/checks/packets/mtproto.ts';
import type { MtprotoTarget } from '#core/checks/target.ts';
import { ask, overTcp, type Probe } from './probe.ts';

/** The disguised handshake to its proof, or else the obfuscated one to Telegram's answer. */
export const probeMtproto: Probe<MtprotoTarget> = (tools, given) =>
  overTcp(tools, given, async (stream) => {
    const { secret } = given.target;
    const [random, now] = [tools.random, tools.clock.now()];
    if (secret.mode === 'tls') {
      const { record, readAnswer } = fakeTlsHello(secret, random, now);
      const { value, ms } = await ask(tools, stream, record, readAnswer);
      return value === 'proxy' ? { ms, depth: 'login' } : { failure: 'login-refused' };
    }
    const { packet, readAnswer } = obfuscatedHello(secret, random, now);
    const { ms } = await ask(tools, stream, packet, readAnswer);
    return { ms, depth: 'login' };
  });
