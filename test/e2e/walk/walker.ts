import type { Locator, Page } from 'playwright-core';
import type { RunningService } from '#service/service.ts';
import type { Driver } from '#test/e2e/driver.ts';
import { patient } from '#test/e2e/sections/section.ts';
import type { Step } from './steps.ts';

/** Not pressed: they leave the account, or take what is compared at the end out of the journal. */
const leftAlone =
  /sign out|выйти|dismiss|remove|delete|saved it|leave|forget|again|reveal|show the|save|diagnostics|choose|switch|unlink|new key|русский|as the system/i;

const controls = 'button:not([aria-disabled=true]):not(:disabled), a[href], [role=row]';

/** In the page: a name of an element that stays with it, and remembering what is clicked. */
const watchClicks = `
  window.walk = {
    clicked: '',
    nameOf: (element) => {
      const at = element?.closest('[role=row], button, a[href]');
      return at?.id || at?.getAttribute('aria-label') || at?.textContent.trim() || '';
    },
  };
  document.addEventListener('click', ({ target }) => {
    walk.clicked = walk.nameOf(target);
  }, { capture: true });
  undefined`;
const hasFocus = 'document.activeElement !== null && document.activeElement !== document.body';
/** In the page: whether the control with the focus is the last that this key reaches: it wraps there. */
const atEdge = (key: string): string => `(() => {
  const at = document.activeElement;
  const stops = [...document.querySelectorAll('a[href], button, input, select, textarea, [tabindex]')]
    .filter((one) => one.tabIndex >= 0 && !one.disabled && one.checkVisibility())
    .filter((one) => one === at || one.type !== 'radio' || one.name !== at.name || at.name === '');
  return (${key === 'Tab' ? 'stops.at(-1)' : 'stops[0]'}) === at;
})()`;

interface Surroundings {
  readonly culvert: Driver;
  readonly service: RunningService;
  /** The environment of each start. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Walks through Culvert and checks after each step what always holds. */
class Walker {
  /** What broke an invariant so far, each with the step after which it did. */
  readonly complaints: string[] = [];
  readonly #surroundings: Surroundings;
  #page: Page;

  constructor(surroundings: Surroundings, page: Page) {
    this.#surroundings = surroundings;
    this.#page = page;
  }

  async take(step: Step): Promise<void> {
    const { culvert, service } = this.#surroundings;
    await this.answer();
    switch (step.kind) {
      case 'click':
        return this.#click(step.nth, step.restMs);
      case 'key':
        return this.#press(step.key);
      case 'type':
        return this.#page.keyboard.type(step.text);
      case 'go':
        await this.#page.keyboard.press('Escape');
        return this.#go(step.path);
      case 'createKey':
        return this.#createKey();
      case 'buy':
        return this.#buy();
      case 'faults':
        service.control.setFaults(step.faults);
        return;
      case 'network':
        return step.online ? culvert.goOnline() : culvert.goOffline();
      case 'stall': {
        const goOn = culvert.stall();
        await this.#page.waitForTimeout(step.ms);
        goOn();
        return;
      }
      case 'kill':
        return this.#restart();
    }
  }

  /** Agrees to what main asks, if it asks anything, as one who began it. */
  async answer(): Promise<void> {
    const { culvert } = this.#surroundings;
    while (await culvert.isAsking()) await culvert.confirm();
  }

  async #clickable(nth: number): Promise<Locator | undefined> {
    const visible = this.#page.locator(controls).filter({ visible: true, hasNotText: leftAlone });
    const count = await visible.count();
    if (count === 0) return undefined;
    const control = visible.nth(nth % count);
    const label = await control.getAttribute('aria-label', { timeout: 1000 }).catch(() => '');
    return leftAlone.test(label ?? '') ? undefined : control;
  }

  async #click(nth: number, restMs: number): Promise<void> {
    const page = this.#page;
    const control = await this.#clickable(nth);
    const box = await control?.boundingBox({ timeout: 1000 }).catch(() => null);
    if (box === null || box === undefined) return;
    const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await page.mouse.move(point.x, point.y);
    const at = `walk.nameOf(document.elementFromPoint(${String(point.x)}, ${String(point.y)}))`;
    const list = "document.querySelector('[role=grid]')?.getBoundingClientRect().top";
    const pointedAt = String(await page.evaluate(at));
    const top = await page.evaluate(list);
    await page.waitForTimeout(restMs);
    const moved = Number(await page.evaluate(list)) - Number(top);
    await page.evaluate("void (walk.clicked = '')");
    await page.mouse.click(point.x, point.y);
    if (!pointedAt.startsWith('row-')) return;
    const clicked = String(await page.evaluate('walk.clicked'));
    if (clicked !== '' && clicked !== pointedAt) {
      this.complaints.push(
        `pointed at ${pointedAt}, acted on ${clicked}; the list moved by ${String(moved)} px`,
      );
    }
  }

  async #press(key: string): Promise<void> {
    const page = this.#page;
    const before = await page.evaluate(hasFocus);
    const wraps = key.endsWith('Tab') && (await page.evaluate(atEdge(key))) === true;
    await page.keyboard.press(key);
    if (before !== true || wraps) return;
    const focused = page.waitForFunction(hasFocus, undefined, { timeout: 10_000 });
    await focused.catch(() =>
      this.complaints.push(`focus on the body after ${key} at ${page.url()}`),
    );
  }

  async #go(path: string): Promise<void> {
    await this.#page.evaluate(`void (location.hash = '#${path}')`);
  }

  async #createKey(): Promise<void> {
    await this.#go('/account');
    const name = this.#page.getByLabel('Name of a new key');
    await name.fill('Walk', { timeout: 3000 }).catch(() => undefined);
    await this.#submit();
  }

  async #buy(): Promise<void> {
    await this.#go('/shop/configs');
    await this.#page
      .getByRole('radio')
      .first()
      .check({ force: true, timeout: 3000 })
      .catch(() => undefined);
    await this.#submit();
  }

  async #submit(): Promise<void> {
    const button = this.#page.locator('main form button[type=submit]').first();
    await button.click({ timeout: 3000 }).catch(() => undefined);
  }

  async #restart(): Promise<void> {
    const { culvert, env } = this.#surroundings;
    await culvert.kill();
    await culvert.restart({ env });
    this.#page = await culvert.page();
    await this.#page.getByRole('navigation').first().waitFor(patient);
    await this.#page.evaluate(watchClicks);
  }
}

/** Begins a walk in the window as it is. */
export async function createWalker(
  culvert: Driver,
  service: RunningService,
  env: Surroundings['env'],
): Promise<Walker> {
  const page = await culvert.page();
  await page.evaluate(watchClicks);
  return new Walker({ culvert, service, env }, page);
}
