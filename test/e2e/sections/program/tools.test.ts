import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sectionOfAFile } from '#test/e2e/sections/section.ts';
import { hasModes } from '#test/files-below.ts';
import { patient } from '#test/patient.ts';

const section = sectionOfAFile(({ control }) => {
  control.account().cloud_servers = [];
  control.account().paid_options = [];
});
const folder = mkdtempSync(join(tmpdir(), 'culvert-tools-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

interface Wire {
  readonly id: number;
  readonly title: string | null;
  readonly connection_url: string;
  readonly awg_config?: string;
}
let wire: readonly Wire[] = [];
beforeAll(async () => {
  const { service } = section();
  const answer = await fetch(`${service.url}/configs?limit=1000`, {
    headers: { authorization: `Bearer ${service.key}` },
  });
  wire = ((await answer.json()) as { data: Wire[] }).data;
});

const page = () => section().page;
const clipboard = () => section().culvert.clipboardText();
const urlOf = (title: string) => wire.find((each) => each.title === title)?.connection_url;

describe('a connection', () => {
  const openIt = () => page().getByRole('article').getByRole('button', { name: /^Open/ });

  it('says which program is missing where none takes its link', async () => {
    await page().getByRole('searchbox').fill('Steam Deck');
    await page()
      .getByRole('row', { name: /Steam Deck/ })
      .click(patient);
    const article = page().getByRole('article', { name: 'Connection' });
    await article.getByRole('heading', { name: 'Steam Deck' }).waitFor(patient);
    await openIt().click(patient);
    await page()
      .getByText(/No program on this computer opens \w+:\/\/ links/)
      .waitFor(patient);
    expect(await section().culvert.openedElsewhere()).toEqual([]);
  });

  it('is handed to the installed client that takes its link', async () => {
    const { culvert } = section();
    const url = urlOf('Steam Deck') ?? '';
    await culvert.installClient(new URL(url).protocol.slice(0, -1), 'Example Client');
    await openIt().click(patient);
    await page().getByText('Handed to Example Client').first().waitFor(patient);
    expect(await culvert.openedElsewhere()).toEqual([url]);
    expect(
      await page()
        .getByText(/No program on this computer/)
        .count(),
    ).toBe(0);
  });
});

describe('a selection of connections', () => {
  /** A tunnel's file, which Culvert writes where the service gives the link alone, or the link. */
  const textOf = async ({ id, connection_url: url, awg_config: file }: Wire) => {
    if (file !== undefined || !url.startsWith('wireguard:')) return file ?? url;
    const input = JSON.stringify({ of: 'connection', key: `config:${String(id)}`, form: 'awg' });
    const answer = await page().evaluate<{ readonly value: { readonly text: string } }>(
      `culvert.call('secrets.reveal', ${input})`,
    );
    expect(answer.value.text).toContain(decodeURIComponent(new URL(url).username));
    return answer.value.text;
  };

  /** What the picked rows are copied as, from the top. */
  const pickedTexts = async () => {
    const rows = await page().getByRole('row', { selected: true }).all();
    const ids = await Promise.all(rows.map((row) => row.getAttribute('id')));
    const picked = ids.flatMap(
      (id) => wire.find((each) => `row-config:${String(each.id)}` === id) ?? [],
    );
    return await Promise.all(picked.map(async (each) => (await textOf(each)).trimEnd()));
  };

  it('is made by keyboard and copied, byte for byte', async () => {
    await page().getByRole('searchbox').fill('');
    await expect.poll(() => page().getByRole('row').count(), patient).toBeGreaterThan(4);
    await page().getByRole('grid').focus();
    await page().keyboard.press('Home');
    for (let n = 0; n < 3; n += 1) await page().keyboard.press('Shift+ArrowDown');
    await page().getByText('4 selected').waitFor(patient);
    await page().keyboard.press('Control+KeyC');
    const texts = await pickedTexts();
    expect(texts).toHaveLength(4);
    // Files have lines of their own, and so stand apart.
    const between = texts.some((text) => text.includes('\n')) ? '\n\n' : '\n';
    await expect.poll(clipboard, patient).toBe(texts.join(between));
  });

  it('is saved as a folder of files that only the user can read', async () => {
    await page().keyboard.press('Control+KeyA');
    await page()
      .getByText(`${String(wire.length)} selected`)
      .waitFor(patient);
    await section().culvert.answerOpen(folder);
    await page().getByRole('button', { name: 'Save to a folder…' }).click();
    await page()
      .getByText(`${String(wire.length)} connections saved as connections`)
      .first()
      .waitFor(patient);
    const made = join(folder, 'connections');
    if (hasModes) expect(statSync(made).mode & 0o777).toBe(0o700);
    const files = readdirSync(made).map((name) => join(made, name));
    if (hasModes)
      expect(files.map((file) => statSync(file).mode & 0o777)).toEqual(wire.map(() => 0o600));
    const expected = await Promise.all(wire.map(textOf));
    expect(files.map((file) => readFileSync(file, 'utf8')).sort()).toEqual(expected.sort());
  });
});
