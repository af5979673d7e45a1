/** A busy machine takes its time: what a test waits for, it waits for this long. */
export const patient = { timeout: 120_000 };
