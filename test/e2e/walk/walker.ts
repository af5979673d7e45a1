import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Driver } from '#test/e2e/driver.ts';
import { selectionUses, type Payment, type SelectionUse, type Step } from './steps.ts';
import type { Surroundings } from './surroundings.ts';
import { patient } from '#test/patient.ts';

/** For waiting on something that faults may prevent. */
const shortTimeout = { timeout: 5000 };

/** Whether an action succeeds that faults may prevent. */
const succeeds = (act: Promise<unknown>): Promise<boolean> =>
  act.then(
    () => true,
    () => false,
  );

/** Labels of controls that leave the account, or remove journal entries that are compared at the end. */
const neverPressed =
  /sign out|выйти|stop waiting|dismiss|remove|delete|saved it|leave|forget|again|reveal|show the|save|diagnostics|choose|switch|unlink|new key|русский|as the system/i;

const controls = 'button:not([aria-disabled=true]):not(:disabled), a[href], [role=row]';

/** In the page: names elements, records the last click, and shifts the clock. */
const watchClicks = `
  window.walk = {
    clicked: '',
    aheadMs: 0,
    nameOf: (element) => {
      const at = element?.closest('[role=row], button, a[href]');
      return at?.id || at?.getAttribute('aria-label') || at?.textContent.trim() || '';
    },
  };
  document.addEventListener('click', ({ target }) => {
    walk.clicked = walk.nameOf(target);
  }, { capture: true });
  {
    const systemNow = Date.now.bind(Date);
    Date.now = () => systemNow() + walk.aheadMs;
  }
  undefined`;
const hasFocus = 'document.activeElement !== null && document.activeElement !== document.body';
/** In the page: whether this key leaves the last control in its direction, where the focus wraps. */
const atEdge = (key: string): string => `(() => {
  const at = document.activeElement;
  const side = ${key === 'Tab' ? 'Node.DOCUMENT_POSITION_FOLLOWING' : 'Node.DOCUMENT_POSITION_PRECEDING'};
  const stops = [...document.querySelectorAll('a[href], button, input, select, textarea, [tabindex]')]
    .filter((one) => one.tabIndex >= 0 && !one.disabled && one.checkVisibility())
    .filter((one) => one.type !== 'radio' || one.name !== at.name || at.name === '');
  return !stops.some((one) => one !== at && (at.compareDocumentPosition(one) & side) !== 0);
})()`;
/** In the page: describes the element with the focus. */
const focusedElement = `(() => {
  const at = document.activeElement;
  return at.tagName + ' ' + walk.nameOf(at).slice(0, 60);
})()`;

/** Walks through Culvert and checks the invariants after each step. */
export class Walker {
  readonly culvert: Driver;
  readonly around: Surroundings;
  #page: Page;
  #readOnly = false;

  private constructor(culvert: Driver, around: Surroundings, page: Page) {
    this.culvert = culvert;
    this.around = around;
    this.#page = page;
  }

  static async begin(culvert: Driver, around: Surroundings): Promise<Walker> {
    const page = await culvert.page();
    await page.evaluate("culvert.call('settings.set', { lockMinutes: 5 })");
    await page.evaluate("culvert.call('checks.accept', {})");
    await page.evaluate(watchClicks);
    return new Walker(culvert, around, page);
  }

  async take(step: Step): Promise<void> {
    await this.#answer();
    this.around.learnSecrets();
    await this.around.readJournal(this.culvert);
    if (!(await this.#useWindow(step))) await this.#changeSurroundings(step);
    await this.around.readJournal(this.culvert);
  }

  /** What a user does in the window; `false` for any other step. */
  async #useWindow(step: Step): Promise<boolean> {
    switch (step.kind) {
      case 'click':
        await this.#click(step.nth, step.restMs);
        return true;
      case 'key':
        await this.#press(step.key);
        return true;
      case 'type':
        await this.#page.keyboard.type(step.text);
        return true;
      case 'go':
        await this.#page.keyboard.press('Escape');
        await this.#go(step.path);
        return true;
      case 'createKey':
        await this.#createKey();
        return true;
      case 'buy':
        await this.#buy(step.place, step.by);
        return true;
      case 'select':
        await this.#select(step.count, step.use);
        return true;
      case 'switch':
        await this.switchAccount();
        return true;
      case 'lock':
        await this.#lock();
        return true;
      default:
        return false;
    }
  }

  async #changeSurroundings(step: Step): Promise<void> {
    const { culvert, around } = this;
    switch (step.kind) {
      case 'quickCopy':
        return around.quickCopy(culvert, step.search, step.key);
      case 'tray':
        return around.useTray(culvert, step.nth);
      case 'commandLine':
        return around.runCommand(culvert, step.search);
      case 'faults':
        around.setFaults(step.faults);
        return;
      case 'pay':
        return around.payLinks(culvert);
      case 'prices':
        around.setPrices(step.percent);
        return;
      case 'otherDevice':
        around.changeElsewhere(step.change, step.nth);
        return;
      case 'network':
        return step.online ? culvert.goOnline() : culvert.goOffline();
      case 'keychain':
        return this.#setKeychain(step.runs);
      case 'clock':
        return this.#setClock(step.aheadMs);
      case 'disk':
        around.limitDisk(culvert, step.full);
        return;
      case 'load':
        around.load(step.programs, step.ms);
        return;
      case 'stall': {
        const resume = culvert.stall();
        await this.#page.waitForTimeout(step.ms);
        resume();
        return;
      }
      case 'kill':
        return this.#restart(step.readOnly);
      default:
    }
  }

  /** Confirms main's dialogs while any is open. */
  async #answer(): Promise<void> {
    const culvert = this.culvert;
    // The dialog may close by itself meanwhile.
    while (await culvert.isAsking()) await succeeds(culvert.confirm());
  }

  /** Opens the other account, and waits until the window shows it or why it cannot be opened. */
  async switchAccount(): Promise<void> {
    this.around.count('switches');
    const before = await this.around.session(this.culvert);
    const other = before.accounts.find(({ id }) => id !== before.account?.id);
    if (other === undefined) return;
    await this.#call('session.switch', { account: other.id });
    await this.#page.locator('nav, main').first().waitFor(patient);
    const open = await this.around.openPlace(this.culvert);
    const titles = await this.#page.getByRole('row').allInnerTexts();
    if (open !== undefined && titles.some((title) => !this.around.mayShow(open, title))) {
      this.#complain(`rows of the other account after a switch: ${titles.join(' | ')}`);
    }
  }

  /** Restores the service, the network, the keychain, the clock and the disk. */
  async recover(): Promise<void> {
    const { culvert, around } = this;
    around.setFaults([]);
    await this.#answer();
    await culvert.goOnline();
    await this.#setClock(0);
    around.limitDisk(culvert, false);
    await this.#setKeychain(true);
    if (this.#readOnly) await this.#restart(false);
  }

  #complain(what: string): void {
    this.around.complaints.push(what);
  }

  #call(name: string, input: object): Promise<unknown> {
    return this.#page.evaluate(`culvert.call(${JSON.stringify(name)}, ${JSON.stringify(input)})`);
  }

  async #lock(): Promise<void> {
    await this.culvert.suspend();
    await this.culvert.resume();
    // Locking destroys the page, and so does unlocking.
    const status = async () => {
      const now = await this.around.session(this.culvert).catch(() => undefined);
      return now?.status;
    };
    await expect.poll(status, patient).not.toBe(undefined);
    if ((await status()) === 'auto-locked') {
      await (await this.culvert.page()).evaluate("void culvert.call('session.unlock', {})");
      await expect.poll(status, patient).not.toBe('auto-locked');
    }
    // A page that is still being replaced loses the script.
    const watch = async () => {
      this.#page = await this.culvert.page();
      await this.#page.evaluate(watchClicks);
      return true;
    };
    await expect.poll(() => watch().catch(() => false), patient).toBe(true);
  }

  async #setKeychain(runs: boolean): Promise<void> {
    await this.around.setKeychain(runs);
    if (runs) await this.#call('session.retry', {});
  }

  async #setClock(aheadMs: number): Promise<void> {
    await this.culvert.setClock(aheadMs);
    await this.#page.evaluate(`void (walk.aheadMs = ${String(aheadMs)})`);
  }

  async #selectRows(count: number): Promise<void> {
    const page = this.#page;
    await page.keyboard.press('Escape');
    await this.#go('/connections');
    const grid = page.getByRole('grid');
    await succeeds(grid.focus(shortTimeout));
    // An earlier step may have left a selection, of which not every row is drawn.
    await page.keyboard.press('Escape');
    await succeeds(grid.focus(shortTimeout));
    await page.keyboard.press('Home');
    for (let n = 0; n < count; n += 1) {
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Shift+Space');
    }
  }

  async #select(count: number, use: SelectionUse): Promise<void> {
    const { culvert, around } = this;
    await this.#selectRows(count);
    await culvert.answerSave(join(around.saved, 'connections'));
    await culvert.answerOpen(around.saved);
    await culvert.writeClipboard('');
    const bar = this.#page.getByRole('toolbar');
    const isFile = selectionUses.slice(2, -1).includes(use);
    const button = bar.getByRole('button', { name: isFile ? 'Save file…' : use }).last();
    await succeeds(button.click(shortTimeout));
    if (isFile) {
      const line = this.#page.getByRole('menuitem', { name: use, exact: true });
      await succeeds(line.click(shortTimeout));
    }
    await around.checkClipboard(culvert, use);
    const open = await around.openPlace(culvert);
    const saved = await around.savedSoon(isFile || use === 'Save folder…');
    if (open !== undefined) around.checkText(open, use, saved);
    if (saved !== '') around.count('saved');
    await this.#page.keyboard.press('Escape');
  }

  async #clickable(nth: number): Promise<Locator | undefined> {
    const visible = this.#page
      .locator(controls)
      .filter({ visible: true, hasNotText: neverPressed });
    const count = await visible.count();
    if (count === 0) return undefined;
    const control = visible.nth(nth % count);
    const label = await control.getAttribute('aria-label', { timeout: 1000 }).catch(() => '');
    return neverPressed.test(label ?? '') ? undefined : control;
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
      this.#complain(
        `pointed at ${pointedAt}, acted on ${clicked}; the list moved by ${String(moved)} px`,
      );
    }
  }

  /** Presses a key, and complains if the focus falls to the body. */
  async #press(key: string): Promise<void> {
    const page = this.#page;
    const before = await page.evaluate(hasFocus);
    const wraps = key.endsWith('Tab') && (await page.evaluate(atEdge(key))) === true;
    const at = String(await page.evaluate(focusedElement));
    await page.keyboard.press(key);
    if (before !== true || wraps) return;
    const focused = page.waitForFunction(hasFocus, undefined, { timeout: 10_000 });
    await focused.catch(() =>
      this.#complain(`focus on the body after ${key} on ${at} at ${page.url()}`),
    );
  }

  async #go(path: string): Promise<void> {
    await this.#page.evaluate(`void (location.hash = '#${path}')`);
  }

  /** The journal of a session in memory ends with it, so nothing is bought there. */
  async #isPersistent(): Promise<boolean> {
    return (await this.around.session(this.culvert)).persistent;
  }

  async #createKey(): Promise<void> {
    if (!(await this.#isPersistent())) return;
    await this.#go('/account');
    const name = this.#page.getByLabel('Name of a new API key');
    await succeeds(name.fill('Walk', shortTimeout));
    await this.#submit(this.#page.locator('form').filter({ has: name }));
  }

  async #buy(place: number, by: Payment): Promise<void> {
    if (!(await this.#isPersistent())) return;
    const page = this.#page;
    // Another page first: the shop shows the outcome of the last purchase until it is left.
    await this.#go('/money');
    await this.#go('/shop/configs');
    const places = page.locator('[data-place-title]');
    await succeeds(places.first().waitFor(shortTimeout));
    const count = await places.count();
    if (count === 0) return;
    await succeeds(places.nth(place % count).click(shortTimeout));
    const way = page.locator('label').filter({ hasText: by }).first();
    await succeeds(way.click(shortTimeout));
    await this.#submit(page.locator('main form').last());
  }

  /** Sends a form, and confirms main's dialog if one opens soon. */
  async #submit(form: Locator): Promise<void> {
    const button = form.locator('button[type=submit]');
    await succeeds(button.click(shortTimeout));
    const until = performance.now() + shortTimeout.timeout;
    while (!(await this.culvert.isAsking()) && performance.now() < until) {
      await this.#page.waitForTimeout(100);
    }
    await this.#answer();
  }

  async #restart(readOnly: boolean): Promise<void> {
    const { culvert, around } = this;
    // Data that only a crash leaves is not read where nothing can be written.
    await (readOnly ? culvert.quit() : culvert.kill());
    around.count(readOnly ? 'restarts without a store' : 'kills');
    // A login starts the keychain.
    await around.setKeychain(true);
    const readOnlyFolder = join(around.profile, 'vault');
    await culvert.restart({ env: around.environment, ...(readOnly && { readOnlyFolder }) });
    this.#readOnly = readOnly;
    this.#page = await culvert.page();
    await this.#page.getByRole('navigation').first().waitFor(patient);
    await this.#page.evaluate(watchClicks);
  }
}
