import { describe, expect, it } from 'vitest';
import { demoNotifications } from '#service/seed/people.ts';
import { sectionOfAFile } from '#test/e2e/sections/section.ts';
import { patient } from '#test/patient.ts';

const section = sectionOfAFile();

describe('the inbox', () => {
  it('shows what notifications.take answered, and the service has forgotten it', async () => {
    const { page, service, go } = section();
    await go('/inbox');
    for (const content of demoNotifications) {
      await page.getByText(content).waitFor(patient);
    }
    expect(service.control.account().notifications).toEqual([]);
    const link = page.getByRole('link', { name: /Inbox/ });
    await expect
      .poll(() => link.innerText(), patient)
      .toContain(`${String(demoNotifications.length)} unread`);
  });

  it('marks one as read, then all', async () => {
    const { page } = section();
    const link = page.getByRole('link', { name: /Inbox/ });
    await page.getByRole('button', { name: 'Mark as read' }).first().click();
    await expect.poll(() => link.innerText(), patient).toContain('3 unread');
    await page.getByRole('button', { name: 'Unread' }).click();
    await expect.poll(() => page.getByRole('listitem').count(), patient).toBe(3);
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await page.getByText('Everything is read').waitFor(patient);
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect.poll(() => page.getByRole('listitem').count(), patient).toBe(4);
    await expect.poll(() => link.innerText(), patient).not.toContain('unread');
  });

  it('takes what is new with a refresh, as plain text', async () => {
    const { page, service, go } = section();
    service.control.notify('<img src="https://tracker.invalid/x.png"> hello\nsecond line');
    await go('/connections');
    await page.getByRole('button', { name: 'Refresh' }).first().click();
    await go('/inbox');
    await page.getByText('<img src="https://tracker.invalid/x.png"> hello').waitFor(patient);
    expect(await page.locator('main img').count()).toBe(0);
  });

  it('keeps it all when it is started again without the service', async () => {
    const { culvert, service, env } = section();
    expect(await culvert.requestsElsewhere()).toEqual([]);
    await culvert.quit();
    await service.close();
    await culvert.restart({ env });
    const page = await culvert.page();
    await page.getByRole('link', { name: /Account/ }).click(patient);
    await page.getByRole('link', { name: /Inbox/ }).click(patient);
    await expect.poll(() => page.getByRole('listitem').count(), patient).toBe(5);
    await page.getByText(demoNotifications[0] ?? '').waitFor(patient);
    expect(culvert.policyViolations()).toEqual([]);
    expect(culvert.consoleErrors()).toEqual([]);
  });
});
