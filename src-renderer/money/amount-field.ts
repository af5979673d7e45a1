import { openStates, type PurchaseEntry } from '#contract/ipc/purchase-journal.ts';

/** A whole number as people type one, grouped by spaces or not; `NaN` for anything else. */
export function wholeNumber(typed: string): number {
  const digits = typed.replaceAll(/\s/g, '');
  return /^\d{1,9}$/.test(digits) ? Number(digits) : NaN;
}

/** Roubles that the links pay which are open. */
export function payable(topups: readonly PurchaseEntry[]): number {
  const waiting = topups.filter((entry) => isOpen(entry) && entry.link !== null);
  return waiting.reduce((sum, { input }) => sum + (input.body?.amount ?? 0), 0);
}

/** Whether the journal blocks another entry of this kind. */
export function isOpen({ state }: Pick<PurchaseEntry, 'state'>): boolean {
  return openStates.has(state);
}
