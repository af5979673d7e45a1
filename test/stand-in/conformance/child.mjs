// The program of a utility process: does what its argument says.
const port = /** @type {import('electron').ParentPort} */ (Reflect.get(process, 'parentPort'));
const [, , what, value] = process.argv;

/** @type {Record<string, () => void>} */
const deeds = {
  echo: () => {
    port.on('message', ({ data }) => port.postMessage(data));
  },
  // What comes before anybody listens waits for it.
  late: () => {
    setTimeout(() => {
      /** @type {unknown[]} */
      const all = [];
      port.on('message', ({ data }) => {
        all.push(data);
        if (all.length === 3) port.postMessage(all.join(''));
      });
    });
  },
  exit: () => process.exit(Number(value)),
  throw: () => {
    throw new Error('thrown in the child');
  },
  print: () => {
    process.stdout.write('printed\n', () => process.exit(0));
  },
  uncloneable: () => {
    try {
      port.postMessage(() => undefined);
    } catch {
      port.postMessage('refused');
    }
  },
};
deeds[what ?? '']?.();
