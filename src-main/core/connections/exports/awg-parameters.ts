import { AwgBody, awgBounds, type AwgParameter } from '#contract/rules/awg.ts';
import { onePort, readAddress } from '../texts/address.ts';
import { readTunnelFile } from '../texts/tunnel-file/read-tunnel-file.ts';

const names = Object.keys(awgBounds) as AwgParameter[];

/** What a `.conf` names; ranges and what is out of bounds are left out. */
export function awgParametersOf(config: string): AwgBody {
  const { own, peers } = readTunnelFile(config);
  const endpoint = readAddress(peers[0]?.get('Endpoint')?.at(-1) ?? '');
  const port = typeof endpoint === 'string' ? undefined : onePort(endpoint);
  const values = new Map([...own].map(([name, all]) => [name.toLowerCase(), all.at(-1) ?? '']));
  const found = names.flatMap((name) => {
    const text = name === 'port' ? String(port) : (values.get(name) ?? '');
    const [least, most] = awgBounds[name];
    const number = Number(text);
    return /^\d{1,10}$/.test(text) && number >= least && number <= most ? [[name, number]] : [];
  });
  return AwgBody.parse(Object.fromEntries(found));
}
