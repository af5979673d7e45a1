import { z } from 'zod';
import { fakeBridge } from './fake-bridge.ts';

// The fake runs before the page, in the page: the page's policy holds for it too.
z.config({ jitless: true });

const { control, culvert } = fakeBridge(window.fakeOptions ?? {});
Object.assign(window, { fake: control, culvert });
