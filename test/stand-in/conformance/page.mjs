// Runs the page's cases and reports the results.
import { pageCases } from './page-cases.mjs';
import { results } from './case.mjs';

const { bridge } = /** @type {{ bridge: import('./page-cases.mjs').Bridge }} */ (
  /** @type {unknown} */ (globalThis)
);
bridge.send('report', await results(pageCases, bridge));
