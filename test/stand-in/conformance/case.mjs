/**
 * What a test of Electron's own checks, in a few lines of ours, as far as Culvert uses it.
 *
 * @template Use what a case is given
 * @typedef {object} Case
 * @property {string} title
 * @property {string} spec the file of Electron's `spec/` that checks it
 * @property {unknown} expected as JSON
 * @property {(use: Use) => unknown} run
 */

/** How long a case may take, milliseconds: a busy machine is slow. */
const patience = 10_000;

/**
 * Runs cases one after the other.
 *
 * @template Use
 * @param {readonly Case<Use>[]} cases
 * @param {Use} use
 * @returns {Promise<Record<string, unknown>>} by title; of a case that failed, the reason
 */
export async function results(cases, use) {
  /** @type {Record<string, unknown>} */
  const made = {};
  for (const { title, run } of cases) {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    const late = new Promise((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error('no answer')), patience);
    });
    made[title] = await Promise.race([Promise.resolve(use).then(run), late]).catch(
      (error) => `failed: ${String(error)}`,
    );
    clearTimeout(timer);
  }
  return made;
}

/**
 * The message of what a function throws or its promise rejects with, or `null`.
 *
 * @param {() => unknown} run
 * @returns {Promise<string | null>}
 */
export async function errorOf(run) {
  try {
    await run();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
