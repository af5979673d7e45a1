import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { runs, sampled } from '#test/simulator/deep.ts';
import { openScene, type Scene } from '#test/renderer/scenes/scene.ts';
import { scenes } from '#test/renderer/scenes/scenes.ts';
import { noComplaints, sharedBrowser } from './window.ts';

/** What tells pages apart: their path, or the code that finds the path. */
const pageOf = ({ path = '/', quick }: Scene) => (quick === true ? 'quick.html' : String(path));

/**
 * Each page once, as the first scene of it has it, rather one that asks nothing of main before:
 * hostile words leave some connections unreadable, which cannot be checked then.
 */
const plain = scenes.filter(({ setup }) => setup?.before === undefined);
const pages = [
  ...new Map([...plain, ...scenes].toReversed().map((scene) => [pageOf(scene), scene])).values(),
];

const words = [
  '<img src=x onerror="window.pwned=1"><script>window.pwned=1</script>',
  'javascript:window.pwned=1//',
  '\u202Egnp.exe\u2066\u2067 \u200F\u061Cabc',
  'a\uD800b\uDC00c\u0000d\u0007e',
  '{{constructor.constructor("window.pwned=1")()}} ${window.pwned=1} %s @:home',
  'w'.repeat(20_000),
  '\u0301'.repeat(2000),
  'строка\n\r\n\tстрока\u2028строка',
  '',
];
/** The fields in which the service sends what somebody wrote. */
const theirs = new Set(
  'title,custom_title,original_title,resolved_title,hostname,caption,display_name,place,name,content,host,email,cpuModel,description,comment,country,protocol,status,bank,message,label,text,note,device_name,location,location_name,full_name,phone,promo,flags,user_agent,os,model,ip,login,telegram,username'.split(
    ',',
  ),
);

/**
 * Replaces every text of the service with one that no service should send. Identifiers, states and
 * numbers stay, or nothing would show. The position of each text changes with each turn.
 */
function spoilTexts(turn: number) {
  function wordAt(place: string): string {
    let sum = 0;
    for (const letter of place) sum = (sum * 31 + letter.charCodeAt(0)) % 1_000_003;
    return words[(sum + turn) % words.length] ?? '';
  }

  return function spoiled(value: unknown, field = '', place = ''): unknown {
    if (typeof value === 'string') return theirs.has(field) ? wordAt(place) : value;
    if (Array.isArray(value)) return value.map((one, n) => spoiled(one, field, `${place} ${n}`));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries<unknown>({ ...value }).map(([name, one]) => [
        name,
        spoiled(one, name, `${place} ${name}`),
      ]),
    );
  };
}

/** What the words have done to the page that they should not. */
function damage(page: Page): Promise<Record<string, unknown>> {
  return page.evaluate(() => ({
    ran: 'pwned' in window,
    pictures: document.querySelectorAll('img[src="x"], script:not([src])').length,
    links: document.querySelectorAll('a[href^="javascript:" i]').length,
    wider: document.documentElement.scrollWidth > window.innerWidth,
    taller: document.documentElement.scrollHeight > window.innerHeight,
    spilled: [...document.querySelectorAll('[role=gridcell]')].filter(
      (cell) => cell.scrollWidth > cell.clientWidth + 1,
    ).length,
    // Marks that turn the direction would turn what stands beside them as well.
    turned: /[\u202A-\u202E]/.test(document.body.innerText),
  }));
}

const turns = Array.from({ length: runs(1, words.length) }, (_, turn) => turn);

describe.each(turns)('in turn %i', (turn) => {
  /** Pages on which the words were to be read. */
  const shown: string[] = [];

  beforeAll(sharedBrowser);

  const visited = sampled(pages, 2);

  test.each(visited)(
    '$name shows hostile words of the service as words, and stays in its place',
    async (scene) => {
      const { setup, ...opened } = openScene(scene, {});
      const browser = await sharedBrowser();
      const { page, complaints, rested, close } = await browser.open({
        reducedMotion: true,
        width: 940,
        height: 600,
        ...opened,
        setup: { ...setup, alter: spoilTexts(turn) },
      });
      await rested();
      const found = await damage(page);
      if (/pwned|w{50}/.test((await page.locator('body').textContent()) ?? ''))
        shown.push(scene.name);
      await close();
      expect(found).toEqual({
        ran: false,
        pictures: 0,
        links: 0,
        wider: false,
        taller: false,
        spilled: 0,
        turned: false,
      });
      expect(complaints).toEqual(noComplaints);
    },
  );

  test('many of the pages have shown such words', () => {
    expect(shown.length).toBeGreaterThan(visited.length / 4);
  });
});
