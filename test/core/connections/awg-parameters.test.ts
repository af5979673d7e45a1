import { describe, expect, it } from 'vitest';
import { awgParametersOf } from '#core/connections/exports/awg-parameters.ts';

const config = `[Interface]
PrivateKey = qkKzPj3T7n0aVYpB5sQ2cW8dXrEfGhIjKlMnOpQrStU=
Jc = 4
jmin=50
Jmax = 1000
S1 = 0
S2 = 4294967296
H1 = 5
H2 = 100-200
H3 = five

[Peer]
PublicKey = qkKzPj3T7n0aVYpB5sQ2cW8dXrEfGhIjKlMnOpQrStU=
Endpoint = [2001:db8::1]:51820
`;

describe('the AmneziaWG parameters of a config', () => {
  it('are its numbers, its port that of the endpoint, and nothing that is secret', () => {
    expect(awgParametersOf(config)).toEqual({
      port: 51820,
      jc: 4,
      jmin: 50,
      jmax: 1000,
      s1: 0,
      h1: 5,
    });
  });

  it('are read over Windows’ line ends too, and none where there is no such config', () => {
    expect(awgParametersOf(config.replaceAll('\n', '\r\n'))).toEqual(awgParametersOf(config));
    expect(awgParametersOf('')).toEqual({});
  });
});
