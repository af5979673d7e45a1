import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { z } from 'zod';

const IconSet = z.object({
  icons: z.record(z.string(), z.object({ body: z.string() })),
  width: z.number().optional(),
});

/** The flags of countries by lower-case code, in the order of their codes, each an SVG of its own. */
export function drawnFlags(): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const file = createRequire(import.meta.url).resolve('@iconify-json/circle-flags/icons.json');
  const set = IconSet.parse(JSON.parse(readFileSync(file, 'utf8')));
  const size = String(set.width ?? 512);
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}">`;
  return new Map(
    Object.entries(set.icons)
      .filter(([code]) => /^[a-z]{2}$/.test(code) && names.of(code.toUpperCase()) !== undefined)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([code, { body }]) => [code, `${head}${body}</svg>`]),
  );
}

/** A digest that identifies a set of drawings. */
export function drawingsHash(flags: ReadonlyMap<string, string>): string {
  return createHash('sha256')
    .update(JSON.stringify([...flags]))
    .digest('hex')
    .slice(0, 16);
}
