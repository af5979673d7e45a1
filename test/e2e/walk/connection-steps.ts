import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { pollMs, maxPolls, type Place } from './surroundings.ts';
import { shortTimeout, succeeds, type WalkContext } from './walk-context.ts';

/** What a user does on the page of a connection, by the keyboard. */
export class ConnectionSteps {
  readonly #walk: WalkContext;

  constructor(walk: WalkContext) {
    this.#walk = walk;
  }

  /** Notes something of the n-th configuration; an empty text takes the note away. */
  async note(nth: number, text: string): Promise<void> {
    const { around, culvert } = this.#walk;
    // A session in memory loses its notes at the end.
    if (!(await around.session(culvert)).persistent) return;
    const opened = await this.#open(nth);
    if (opened === undefined) return;
    const { place, key, page } = opened;
    const opener = page.getByRole('button', { name: /^(Add a note|Edit the note)$/ });
    if (!(await this.#press(opener.first(), 'Enter'))) return;
    const field = page.locator('[data-note]').getByRole('textbox');
    const note = text === '' ? '' : `${place.mark}${text}`;
    await succeeds(field.fill(note, shortTimeout));
    await this.#walk.press('Control+Enter');
    const isSaved = await succeeds(field.waitFor({ state: 'detached', ...shortTimeout }));
    if (!isSaved) {
      await this.#walk.press('Escape');
      return;
    }
    around.noted(place, key, note);
    around.count('note');
  }

  /** Copies or saves the n-th configuration for another program. */
  async form(nth: number, button: number): Promise<void> {
    const { around, culvert } = this.#walk;
    const opened = await this.#open(nth);
    if (opened === undefined) return;
    const { place, id, page } = opened;
    const forms = page.getByRole('region', { name: 'Other formats' });
    const buttons = forms.getByRole('button', { name: /^(Copy|Save) / });
    await succeeds(buttons.first().waitFor(shortTimeout));
    const count = await buttons.count();
    if (count === 0) return;
    await culvert.answerSave(join(around.saved, 'form'));
    await culvert.writeClipboard('');
    if (!(await this.#press(buttons.nth(button % count), 'Enter'))) return;
    let text = '';
    for (let n = 0; n < maxPolls && text === ''; n += 1) {
      await page.waitForTimeout(pollMs);
      text = (await culvert.clipboardText()) + around.takeSaved();
    }
    if (text === '') return;
    around.checkText(place, `a form of ${String(id)}`, text);
    const own = place.credentials.get(id) ?? new Set();
    if (![...own].some((credential) => text.includes(credential))) {
      around.complaints.push(`a form of ${String(id)} is without its credential`);
    }
    around.count('form');
  }

  /** Asks why the n-th configuration does not work, and takes the first action. */
  async why(nth: number): Promise<void> {
    const { around, culvert } = this.#walk;
    const opened = await this.#open(nth);
    if (opened === undefined) return;
    const { page } = opened;
    await culvert.writeClipboard('');
    if (!(await this.#press(page.locator('[data-why-open]'), 'Enter'))) return;
    const why = page.locator('[data-why]');
    const isThere = await succeeds(why.waitFor(shortTimeout));
    if (!isThere) return;
    const action = why.locator('[data-next-action], [data-why-action]').first();
    if (await this.#press(action, 'Enter')) around.count('why');
    await around.checkClipboard(culvert, 'the action of a verdict');
  }

  /** Goes to the page of the n-th configuration; nothing where no account is open. */
  async #open(nth: number) {
    const { around, culvert } = this.#walk;
    await this.#walk.press('Escape');
    const place: Place | undefined = await around.openPlace(culvert);
    if (place === undefined) return undefined;
    const ids = place.service.control.account().configs.map((config) => config.id);
    const id = ids[nth % ids.length];
    if (id === undefined) return undefined;
    const key = `config:${String(id)}`;
    await this.#walk.go(`/connections/${encodeURIComponent(key)}`);
    const page = await culvert.page();
    await succeeds(page.getByRole('article').waitFor(shortTimeout));
    return { place, id, key, page };
  }

  /** Presses a key on a control; `false` if the control does not appear. */
  async #press(control: Locator, key: string): Promise<boolean> {
    const hasFocus = await succeeds(control.focus(shortTimeout));
    if (hasFocus) await this.#walk.press(key);
    return hasFocus;
  }
}
