import type { DnsComparison } from '#contract/check-result.ts';
import { TransportError, type HttpTransport } from '#core/ports.ts';
import { dnsQuestion, readDnsAnswer, type DnsType } from './packets/dns.ts';

/** The longest answer that is taken: what a DNS message can be, bytes. */
const longestAnswer = 65_535;
const mediaType = 'application/dns-message';

/** Asks a resolver that the network cannot read along with (DNS over HTTPS, RFC 8484). */
export interface EncryptedResolver {
  /**
   * The addresses of a name, none where there is no such name. `unanswered`: the resolver did not
   * say; `undefined`: it is not asked about this, which is an address or of the local network.
   */
  resolve(name: string, signal: AbortSignal): Promise<readonly string[] | 'unanswered' | undefined>;
  close(): Promise<void>;
}

/**
 * For one run of checks: a name is asked once, and a resolver that cannot be reached is not asked
 * again, so that a network that blocks it does not hold up the run.
 *
 * @param transport a transport of its own, which carries nothing else
 */
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

/**
 * Compares addresses of a name, of which none means that there is no such name. `other` where none is
 * in common; `undefined` where one side has only version 4 and the other only version 6, as a network
 * makes that translates between them.
 */
export function compareAddresses(
  network: readonly string[],
  encrypted: readonly string[],
): DnsComparison | undefined {
  if (network.length === 0 || encrypted.length === 0) {
    return network.length === encrypted.length ? 'same' : 'other';
  }
  const spelled = new Set(encrypted.map(canonical));
  if (network.some((address) => spelled.has(canonical(address)))) return 'same';
  const isComparable = network.some((one) =>
    encrypted.some((other) => isSix(one) === isSix(other)),
  );
  return isComparable ? 'other' : undefined;
}

const isSix = (address: string) => address.includes(':');

/** One spelling for each address. */
function canonical(address: string): string {
  const url = isSix(address) ? URL.parse(`http://[${address}]`) : null;
  return url?.hostname ?? address;
}
