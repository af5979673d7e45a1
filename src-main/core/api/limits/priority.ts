/** Most urgent first; each gets a turn every 30 s, so that none starves. */
export const priorities = ['user', 'reconciliation', 'on-screen', 'background'] as const;
export type Priority = (typeof priorities)[number];

const firstLowPriority = priorities.indexOf('on-screen');

/** Whether a priority, given as its index in `priorities`, leaves the interactive reserve alone. */
export function isLowPriority(level: number): boolean {
  return level >= firstLowPriority;
}
