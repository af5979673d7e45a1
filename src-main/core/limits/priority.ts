/**
 * Who wants it, most urgent first: the person; finding out what became of a purchase; what is on
 * screen; everything else. A lower one never goes before a higher one that could go, except that
 * each gets a turn every half minute, so that none starves.
 */
export const priorities = ['person', 'finding-out', 'on-screen', 'background'] as const;
export type Priority = (typeof priorities)[number];

/** Index of the first priority that leaves to the person what is kept for them. */
export const modest = priorities.indexOf('on-screen');
