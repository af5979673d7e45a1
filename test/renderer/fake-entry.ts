import '../../src-renderer/zod-without-eval.ts';
import { fakeBridge } from './fake-bridge.ts';

// Runs before the page, in the page: the page's policy holds for it too.
const { control, culvert } = fakeBridge(window.fakeOptions ?? {});
Object.assign(window, { fake: control, culvert });
