import { EventEmitter } from 'node:events';
import { pathToFileURL } from 'node:url';

/** Runs a file with `process.parentPort` on `fork`'s channel; messages queue until there is a listener. */
const channel = process.send?.bind(process);
const port = new EventEmitter();
const early: unknown[] = [];
const onMessage = (data: unknown) => {
  if (!port.emit('message', { data, ports: [] })) early.push(data);
};
process.on('message', onMessage);
port.on('newListener', () => {
  queueMicrotask(() => {
    for (const data of early.splice(0)) onMessage(data);
  });
});
Object.defineProperty(process, 'send', { value: undefined });
Object.defineProperty(process, 'parentPort', {
  value: Object.assign(port, {
    postMessage: (message: unknown) => {
      if (process.connected) channel?.(message, undefined, undefined, () => undefined);
    },
  }),
});
// It outlives its parent until it is ended.
setInterval(() => undefined, 2 ** 30);

const [, , file = ''] = process.argv;
process.argv.splice(1, 2, file);
await import(pathToFileURL(file).href);
