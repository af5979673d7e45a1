import { expect } from 'vitest';
import { type Section } from './section.ts';

/** The first thing of a kind that the demo account has. */
export function first<Item>(items: readonly Item[], is: (item: Item) => boolean): Item {
  return items.find(is) ?? expect.fail('the demo account has no such thing');
}

/** A connection's page, and the lines of what can be changed there. */
export function editorPage(section: () => Section) {
  const article = () => section().page.getByRole('article', { name: 'Connection' });
  const line = (name: string | RegExp) => article().getByRole('button', { name, expanded: false });
  /** What can be changed is behind one name. */
  async function unfoldChange(): Promise<void> {
    const change = article().locator('[data-change]');
    await change.waitFor();
    if ((await change.getAttribute('open')) === null) await change.locator('> summary').click();
  }

  const page = {
    article,
    unfoldChange,
    /** A line that is closed. */
    line,
    button: (name: string) => article().getByRole('button', { name, exact: true }),
    box: (name: string) => article().getByRole('textbox', { name, exact: true }),
    /** Opens the page of a connection and, with a name, one of its lines. */
    open: async (key: string, title: string, name?: string | RegExp): Promise<void> => {
      const cancel = article().getByRole('button', { name: 'Cancel', exact: true });
      // A form that an earlier test left open would ask first.
      if ((await cancel.count()) > 0) await cancel.first().click();
      await section().go(`/connections/${key}`);
      await article().getByRole('heading', { name: title }).waitFor();
      if (name === undefined) return;
      await unfoldChange();
      await line(name).click();
    },
    /** Xray settings are typed on the page of a connection, and given back to the service. */
    changeXray: async (
      key: string,
      title: string,
      own: () => { readonly custom_xray: { readonly xray_config: string } | null },
    ): Promise<void> => {
      await page.open(key, title, 'Xray settings');
      const text = page.box('Xray settings');
      await expect.poll(() => text.inputValue()).toContain('loglevel');
      await text.fill('{ "dns": {} }');
      await page.button('Save the Xray settings').click();
      await expect.poll(() => own().custom_xray?.xray_config).toBe('{ "dns": {} }');
      await line('Xray settings').click();
      await page.button('Back to the service’s own…').click();
      await page.button('Reset Xray settings now').click();
      await expect.poll(() => own().custom_xray).toBeNull();
    },
    /** Waits until the toast, or any other element, shows this text. */
    said: (text: string) => section().page.getByText(text).first().waitFor(),
    /** How often the service received a request for an endpoint. */
    requests: (id: string) => section().main.service.journal.counts()[id] ?? 0,
  };
  return page;
}
