import { expect, test } from 'vitest';
import { paymentColumns } from '#contract/ipc/purchase-journal.ts';
import type { Payment } from '#contract/records/money.ts';
import { paymentsCsv } from '#core/app/payments-file.ts';
import { coreOfATest, newMachine } from '#test/core/harness.ts';

const { serve, run } = coreOfATest();

const headings = {
  created_at: 'When',
  type: 'What',
  days: 'Days',
  as_key: 'As a key',
  method: 'Method',
  amount: 'Amount',
  is_paid: 'Paid',
  id: 'Number',
};
const payment: Payment = {
  id: 7,
  amount: '199.50',
  type: 'renewal',
  method: 'sbp',
  days: 30,
  is_paid: true,
  as_key: false,
  created_at: 1_700_000_000,
};
const cells = (more: Partial<Payment>, words = {}): string[] | undefined =>
  paymentsCsv([{ ...payment, ...more }], { headings, words }, ',')
    .split('\r\n')[1]
    ?.split(',');

test('a line has a payment in the words of the window', () => {
  const [, ...rest] = cells({}, { sbp: 'SBP', renewal: 'Renewal', true: 'yes', false: 'no' }) ?? [];
  expect(rest).toEqual(['Renewal', '30', 'no', 'SBP', '199.50', 'yes', '7']);
});

test.each([
  ['=1+1', "'=1+1"],
  ['+7', "'+7"],
  ['-2+3', "'-2+3"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', "'\tx"],
  ['-150', '-150'],
  ['a;=1+1', '"a;\'=1+1"'],
  ['a;"@x', '"a;\'""@x"'],
])('a cell that begins like a formula is text: %s', (amount, expected) => {
  expect(cells({ amount })?.[5]).toBe(expected);
});

test('a time that is no moment stays as the service gave it, and costs no other line', () => {
  expect(cells({ created_at: 1e15 })?.[0]).toBe('1000000000000000');
});

test('a separator, a quote and a line break stay in their cell, behind a byte order mark', () => {
  const text = paymentsCsv([{ ...payment, method: 'a;"b"\n' }], { headings, words: {} }, ';');
  expect(text.startsWith('\uFEFFWhen;What;')).toBe(true);
  expect(text).toContain(';"a;""b""\n";');
});

test('the whole history is saved, page by page, where the user says', async () => {
  const machine = newMachine();
  const service = await serve();
  const { history: payments } = service.control.account();
  const [first] = payments;
  if (first === undefined) throw new Error('the demo account has no payment');
  for (let id = 1000; payments.length < 230; id += 1) payments.push({ ...first, id });
  const running = await run(machine);
  await running.signIn(service);
  const { name } = await running.ask('purchases.savePayments', { headings, words: {} });
  const [file] = machine.shell.saved;
  expect(file?.name).toBe(name);
  expect(name).toMatch(/^payments-\d{4}-\d\d-\d\d\.csv$/);
  const lines = file?.text.trim().split('\r\n') ?? [];
  expect(lines).toHaveLength(231);
  expect(lines[0]).toBe(paymentColumns.map((column) => headings[column]).join(','));
});
