import { expect, it } from 'vitest';
import { parseOptions } from '#service/options.ts';
import { usualReadings, type Readings } from '#service/readings.ts';
import { dataOf, send, testServices } from './client.ts';

const { start } = testServices();
const reading = (chosen: Partial<Readings>) => start({ readings: { ...usualReadings, ...chosen } });

/** Changes a configuration that has WARP: what it names, and the flags that it has then. */
async function changed(absent: Readings['absent-flags'], flags: object) {
  const service = await reading({ 'absent-flags': absent });
  const config = service.control
    .account()
    .configs.find(({ options, flags: fixed }) => options['use_warp'] && fixed.length === 0);
  if (!config) throw new Error('the demo account has no such configuration');
  const { id, location_id } = config;
  const body = { location_id, protocol: 'vless', use_extended_settings: true, ...flags } as const;
  await send(service, 'configs.changeSettings', { path: { config_id: id }, body });
  return Object.keys(config.options);
}

it('switches off the flags that a change does not name, or leaves them as they are', async () => {
  expect(await changed('off', {})).toEqual(['use_extended_settings']);
  expect(await changed('kept', {})).toContain('use_warp');
  for (const absent of ['off', 'kept'] as const) {
    expect(await changed(absent, { use_warp: false })).not.toContain('use_warp');
  }
});

it('the service gives roubles with kopecks, or other currencies in their smallest units', async () => {
  const prices = async (amounts: Readings['amounts']) => {
    const service = await reading({ amounts });
    const methods = dataOf('configs.tariffs', await send(service, 'configs.tariffs', {}));
    const of = (currency: string) =>
      methods.find((method) => method.currency === currency)?.tariffs[0]?.price ?? 0;
    return { RUB: of('RUB'), TON: of('TON') };
  };
  const whole = await prices('whole');
  expect(Number.isInteger(whole.RUB)).toBe(true);
  expect(Number.isInteger((await prices('decimal')).RUB)).toBe(false);
  expect((await prices('smallest-units')).TON).toBe(whole.TON * 1_000_000_000);
});

it('readings are chosen on the command line, which refuses unknown ones', () => {
  const options = parseOptions(['--reading', 'absent-flags=kept', '--reading', 'amounts=decimal']);
  expect(options?.readings).toEqual({
    ...usualReadings,
    'absent-flags': 'kept',
    amounts: 'decimal',
  });
  expect(() => parseOptions(['--reading', 'amounts=roman'])).toThrow('absent-flags=off|kept');
});
