import { expect, it } from 'vitest';
import { demoNotifications } from '#service/seed/people.ts';
import { sectionOfAFile } from './section.ts';

const section = sectionOfAFile();

it('the inbox shows what notifications.take answered, which the service has forgotten', async () => {
  const { page, main, go } = section();
  await go('/inbox');
  for (const content of demoNotifications) await page.getByText(content).waitFor();
  expect(main.service.account().notifications).toEqual([]);
  const unread = `${String(demoNotifications.length)} unread`;
  for (const name of [/Inbox/, /^Account/]) {
    const link = page.getByRole('link', { name });
    await expect.poll(() => link.innerText()).toContain(unread);
  }
});
