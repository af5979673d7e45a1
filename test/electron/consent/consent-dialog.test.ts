import type { BrowserWindow, MessageBoxOptions } from 'electron';
import { describe, expect, it } from 'vitest';
import type { ConsentQuestion } from '#core/kernel/consent-question.ts';
import { createConsentDialog } from '#electron/consent/consent-dialog.ts';
import type { Language } from '#contract/constants.ts';

/** What the user does with each box: presses a key or the button that confirms, after so many ms. */
interface Press {
  readonly key: 'Enter' | 'Escape' | 'confirm';
  readonly after: number;
}

const withdrawal: ConsentQuestion = {
  kind: 'withdrawal',
  amount: 1500,
  to: { by: 'card', number: '4242424242424242' },
};

/** What the sensor of macOS does: whether there is one, and whether it knows the finger. */
interface Sensor {
  readonly there: boolean;
  readonly knows: boolean;
}

function setUp(presses: readonly Press[], language: Language = 'en', sensor?: Sensor) {
  const boxes: MessageBoxOptions[] = [];
  const touches: string[] = [];
  const left = [...presses];
  let now = 100_000;
  const window = { isThere: true, visible: true, minimized: false };
  const parent = {
    isVisible: () => window.visible,
    isMinimized: () => window.minimized,
  } as unknown as BrowserWindow;
  const dialog = createConsentDialog({
    dialog: {
      showMessageBox: ((given: BrowserWindow, options: MessageBoxOptions) => {
        expect(given).toBe(parent);
        boxes.push(options);
        const press = left.shift();
        if (press === undefined) throw new Error('nobody is there');
        now += press.after;
        const responses = { Enter: options.defaultId, Escape: options.cancelId, confirm: 0 };
        return Promise.resolve({ response: responses[press.key] ?? -1, checkboxChecked: false });
      }) as never,
    },
    window: () => (window.isThere ? parent : undefined),
    touchId: sensor && {
      canPromptTouchID: () => sensor.there,
      promptTouchID: (words) => {
        touches.push(words);
        return sensor.knows ? Promise.resolve() : Promise.reject(new Error('no'));
      },
    },
    clock: { monotonic: () => now },
    language: () => language,
  });
  return { dialog, boxes, touches, window };
}

const open = new AbortController().signal;

describe('a question that main asks', () => {
  it('is a box of the system, modal to the window, with a button that confirms', async () => {
    const agreed = setUp([{ key: 'confirm', after: 500 }]);
    expect(await agreed.dialog.ask(withdrawal, open)).toBe(true);
    expect(agreed.boxes).toEqual([
      {
        type: 'question',
        title: 'Culvert',
        message: expect.stringContaining('Withdraw') as string,
        detail: expect.stringContaining('4242') as string,
        buttons: ['Withdraw', 'Cancel'],
        defaultId: 1,
        cancelId: 1,
        noLink: true,
        signal: open,
      },
    ]);
  });

  it.each(['Enter', 'Escape'] as const)(
    'is refused by %s, at once and after any time: a key that is held or pressed twice confirms nothing',
    async (key) => {
      for (const after of [5, 499, 500, 5000]) {
        const { dialog, boxes } = setUp([{ key, after }]);
        expect(await dialog.ask(withdrawal, open)).toBe(false);
        expect(boxes).toHaveLength(1);
      }
    },
  );

  it('is asked again after a click that came before it could be read', async () => {
    const { dialog, boxes } = setUp([
      { key: 'confirm', after: 499 },
      { key: 'confirm', after: 900 },
    ]);
    expect(await dialog.ask(withdrawal, open)).toBe(true);
    expect(boxes).toHaveLength(2);
  });

  it('is refused by clicks that come too early again and again', async () => {
    const early = { key: 'confirm', after: 30 } as const;
    const { dialog, boxes } = setUp([early, early, early, early]);
    expect(await dialog.ask(withdrawal, open)).toBe(false);
    expect(boxes).toHaveLength(3);
  });

  it('is refused unasked where it was to be closed before', async () => {
    const { dialog, boxes } = setUp([]);
    expect(await dialog.ask(withdrawal, AbortSignal.abort())).toBe(false);
    expect(boxes).toEqual([]);
  });

  it.each([
    ['gone', { isThere: false }],
    ['hidden', { visible: false }],
    ['minimized', { minimized: true }],
  ])('is refused unasked while the window is %s', async (_, state) => {
    const { dialog, boxes, window } = setUp([]);
    Object.assign(window, state);
    expect(await dialog.ask(withdrawal, open)).toBe(false);
    expect(await dialog.showKey('Laptop', 'svc_key', open)).toBe(false);
    expect(boxes).toEqual([]);
  });

  it('shows a new key, which its button and Enter copy, and says that it is shown once and where it stays', async () => {
    const { dialog, boxes } = setUp([{ key: 'confirm', after: 700 }]);
    expect(await dialog.showKey('Laptop', 'svc_abcdefgh_secret', open)).toBe(true);
    expect(boxes).toMatchObject([
      {
        message: 'API key “\u2068Laptop\u2069”',
        detail:
          'svc_abcdefgh_secret\nThe service shows it only once. Copy it to where it is used. Culvert keeps it under “API keys” until you press “I have saved it”.',
        buttons: ['Copy', 'Later'],
        defaultId: 0,
        cancelId: 1,
      },
    ]);
  });
});

describe('unlocking', () => {
  const unlock: ConsentQuestion = { kind: 'unlock' };

  it('is by the fingerprint where there is a sensor, and by that alone', async () => {
    const known = setUp([], 'en', { there: true, knows: true });
    expect(await known.dialog.ask(unlock, open)).toBe(true);
    expect([known.touches, known.boxes]).toEqual([['unlock'], []]);
    const unknown = setUp([], 'en', { there: true, knows: false });
    expect(await unknown.dialog.ask(unlock, open)).toBe(false);
  });

  it('alone is by the fingerprint: all else is asked in words', async () => {
    const { dialog, touches, boxes } = setUp([{ key: 'confirm', after: 500 }], 'en', {
      there: true,
      knows: true,
    });
    expect(await dialog.ask(withdrawal, open)).toBe(true);
    expect([touches, boxes.length]).toEqual([[], 1]);
  });

  it('asks nothing where there is no sensor', async () => {
    for (const sensor of [undefined, { there: false, knows: true }]) {
      const without = setUp([], 'en', sensor);
      expect(await without.dialog.ask(unlock, open)).toBe(true);
      expect([without.touches, without.boxes]).toEqual([[], []]);
      expect(await without.dialog.ask(unlock, AbortSignal.abort())).toBe(false);
    }
  });
});
