import { AwgBody, awgBounds, type AwgParameter } from '#contract/rules/awg.ts';

const names = Object.keys(awgBounds) as AwgParameter[];

/**
 * The AmneziaWG parameters that a `.conf` text names; `port` is that of its `Endpoint`. What is not
 * one number within the bounds is left out, as the ranges of headers that newer clients know.
 */
export function awgParametersOf(config: string): AwgBody {
  const lines = config.split(/\r?\n/).map((line) => line.split('='));
  const values = new Map(
    lines.map(([name = '', value = '']) => [name.trim().toLowerCase(), value.trim()]),
  );
  const port = /:(\d+)$/.exec(values.get('endpoint') ?? '')?.[1] ?? '';
  const found = names.flatMap((name) => {
    const text = name === 'port' ? port : (values.get(name) ?? '');
    const [least, most] = awgBounds[name];
    const number = Number(text);
    return /^\d{1,10}$/.test(text) && number >= least && number <= most ? [[name, number]] : [];
  });
  return AwgBody.parse(Object.fromEntries(found));
}
