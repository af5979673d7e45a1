import { TransportError, type EncryptedResolver, type HttpTransport } from '#core/kernel/ports.ts';
import { dnsQuestion, readDnsAnswer, type DnsType } from './dns-messages.ts';

/** The longest answer that is taken: what a DNS message can be, bytes. */
const longestAnswer = 65_535;
const mediaType = 'application/dns-message';

/** For one run of checks: each name once, and never again once the resolver is not reached. */
export function createEncryptedResolver(transport: HttpTransport, url: string): EncryptedResolver {
  const known = new Map<string, readonly string[]>();
  let isDown = false;

  async function ask(name: string, type: DnsType, signal: AbortSignal) {
    const question = dnsQuestion(name, type);
    if (!question) return undefined;
    const { status, headers, body } = await transport.send({
      method: 'GET',
      url: `${url}?dns=${question.toString('base64url')}`,
      headers: { accept: mediaType },
      maxAnswerBytes: longestAnswer,
      signal,
    });
    if (status !== 200 || headers['content-type']?.startsWith(mediaType) !== true) return undefined;
    return readDnsAnswer(body, type);
  }

  return {
    async resolve(name, signal) {
      if (dnsQuestion(name, 'A') === undefined) return undefined;
      const found = known.get(name);
      if (found) return found;
      if (isDown) return 'unanswered';
      try {
        const [four, six] = await Promise.all([ask(name, 'A', signal), ask(name, 'AAAA', signal)]);
        if (!four || !six) return 'unanswered';
        known.set(name, [...four, ...six]);
        return [...four, ...six];
      } catch (error) {
        if (!(error instanceof TransportError)) throw error;
        isDown = true;
        return 'unanswered';
      }
    },
    close: () => transport.close(),
  };
}
