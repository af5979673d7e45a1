import { expect, test } from 'vitest';
import { notificationText } from '#electron/notification-texts.ts';

const now = Date.UTC(2026, 10, 23);
const expiring = {
  kind: 'expiring',
  titles: ['Netflix', 'Phone'],
  expiresAt: now + 3 * 86_400_000,
  path: '/money?topup=1148',
} as const;

test('a reminder names the sum that the balance lacks, and what a click does', () => {
  const why = { roubles: 1148, atLeast: false };
  expect(notificationText({ ...expiring, why }, 'en', now)).toEqual({
    title: 'Netflix expires in 3 days',
    body: 'Auto-renewal needs 1,148\u00A0₽ more on the balance. Click to top up. And 1 more.',
  });
  expect(notificationText({ ...expiring, why }, 'ru', now).body).toContain(
    'Для автопродления не хватает 1\u00A0148\u00A0₽.',
  );
});

test('a reminder calls the sum a lower bound where a price is not known', () => {
  const why = { roubles: 90, atLeast: true };
  expect(notificationText({ ...expiring, why }, 'en', now).body).toMatch(/at least 90\u00A0₽/);
  expect(notificationText({ ...expiring, why }, 'ru', now).body).toMatch(/как минимум 90\u00A0₽/);
});

test('a connection that stops working here names the one that a click copies', () => {
  const stopped = {
    kind: 'stopped-here',
    title: 'Phone',
    others: 0,
    path: '/connections',
  } as const;
  const copy = { key: 'config:2', title: 'Outline' };
  expect(notificationText({ ...stopped, copy }, 'en', now)).toEqual({
    title: 'Phone no longer works from here',
    body: 'Outline works. Click to copy it.',
  });
  expect(notificationText(stopped, 'ru', now).body).toBe('Нажмите, чтобы узнать почему.');
  expect(notificationText({ ...stopped, copy, kind: 'back-here' }, 'ru', now).title).toBe(
    'Phone: снова работает отсюда',
  );
});

test('the others of its kind are counted', () => {
  const device = { kind: 'device', title: 'PC', path: '/devices', others: 1999 } as const;
  expect(notificationText(device, 'en', now).body).toContain('And 1999 more.');
});
