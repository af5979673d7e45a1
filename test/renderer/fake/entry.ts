import '#renderer/zod-without-eval.ts';
import { fakeIpc } from './ipc.ts';
import { withLongWords } from './long-text.ts';

// Runs before the page, in the page: the page's policy holds for it too.
const options = window.fakeOptions ?? {};
const { control, culvert } = fakeIpc(options);
const long = {
  ...culvert,
  call: async (name: string, input: unknown) => withLongWords(await culvert.call(name, input)),
};
Object.assign(window, { fake: control, culvert: options.longWords === true ? long : culvert });
