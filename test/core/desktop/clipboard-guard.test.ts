import { describe, expect, it } from 'vitest';
import { createClipboardGuard } from '#core/desktop/clipboard-guard.ts';
import type { Clipboard } from '#core/kernel/ports.ts';
import { fakeClipboard, manualClock, settled } from '#test/core/fakes.ts';

/** A clipboard whose writes end when the test says so, and whose reads can fail. */
function slowClipboard() {
  const plain = fakeClipboard();
  const writes: { readonly end: () => void; readonly fail: () => void }[] = [];
  const state = { failingReads: 0, failingClears: 0 };
  const clipboard: Clipboard = {
    writeSecret: (text) =>
      new Promise((resolve, reject) => {
        writes.push({
          end() {
            plain.text = text;
            resolve();
          },
          fail: () => reject(new Error('another program holds the clipboard')),
        });
      }),
    readText() {
      if (state.failingReads === 0) return plain.readText();
      state.failingReads -= 1;
      return Promise.reject(new Error('another program holds the clipboard'));
    },
    clear() {
      if (state.failingClears === 0) return plain.clear();
      state.failingClears -= 1;
      return Promise.reject(new Error('no wl-copy'));
    },
  };
  return { plain, writes, state, clipboard };
}

/** A secret that was copied for a minute. */
async function copiedOnce() {
  const clock = manualClock();
  const { plain, writes, state, clipboard } = slowClipboard();
  const guard = createClipboardGuard(clipboard, clock);
  const copied = guard.copy('vless://a', 60);
  await settled();
  writes[0]?.end();
  return { clock, plain, writes, state, guard, until: await copied };
}

describe('a copied secret', () => {
  it('is cleared at the program’s end, and none is copied after that', async () => {
    const plain = fakeClipboard();
    const guard = createClipboardGuard(plain, manualClock());
    await guard.copy('vless://a', 60);
    const closed = guard.close();
    const late = guard.copy('vless://b', 60);
    await expect(late).rejects.toThrow('ends');
    await closed;
    expect(plain.text).toBe('');
  });

  it.each([
    ['its whole time', 60, ''],
    ['no end', 0, 'vless://a'],
  ])('has %s that the last of two copies in flight gave it', async (_, seconds, left) => {
    const clock = manualClock();
    const { plain, writes, clipboard } = slowClipboard();
    const guard = createClipboardGuard(clipboard, clock);
    const copies = [guard.copy('vless://a', 10), guard.copy('vless://a', seconds)];
    for (let write = 0; write < 2; write += 1) {
      await settled();
      writes[write]?.end();
    }
    await Promise.all(copies);
    await clock.advance(59_999);
    expect(plain.text).toBe('vless://a');
    await clock.advance(1);
    expect(plain.text).toBe(left);
  });

  it('has its whole time when the time of the one before ends while it is copied', async () => {
    const { clock, plain, writes, guard } = await copiedOnce();
    const second = guard.copy('vless://a', 60);
    await clock.advance(60_000);
    writes[1]?.end();
    await second;
    await clock.advance(59_999);
    expect(plain.text).toBe('vless://a');
    await clock.advance(1);
    expect(plain.text).toBe('');
  });

  it('that was cleared is no longer guarded: the same text from elsewhere stays', async () => {
    const { clock, plain, guard } = await copiedOnce();
    await clock.advance(60_000);
    expect(plain.text).toBe('');
    plain.text = 'vless://a';
    await guard.clearNow();
    await clock.advance(3_600_000);
    expect(plain.text).toBe('vless://a');
  });

  it('is cleared at the time that was returned, and nothing else is', async () => {
    const { clock, plain, writes, guard, until } = await copiedOnce();
    expect(until).toBe(clock.now() + 60_000);
    plain.text = 'a text of the user';
    await clock.advance(60_000);
    await guard.clearNow();
    expect(plain.text).toBe('a text of the user');
    const later = guard.copy('vless://b', 0);
    await settled();
    writes[1]?.end();
    expect(await later).toBeNull();
  });

  it('is cleared at its time although a later copy failed', async () => {
    const { clock, plain, writes, guard } = await copiedOnce();
    const second = guard.copy('vless://b', 60);
    await settled();
    writes[1]?.fail();
    await expect(second).rejects.toThrow('another program');
    await clock.advance(60_000);
    expect(plain.text).toBe('');
  });

  it.each([
    ['read', { failingReads: 2 }],
    ['cleared', { failingClears: 2 }],
  ])('is cleared later when the clipboard cannot be %s at its time', async (_, failing) => {
    const { clock, plain, state } = await copiedOnce();
    Object.assign(state, failing);
    await clock.advance(65_000);
    expect(plain.text).toBe('vless://a');
    await clock.advance(5000);
    expect(plain.text).toBe('');
  });

  it('is cleared at once and unread when the system’s session ends', async () => {
    const { guard, plain } = await copiedOnce();
    guard.clearUnread();
    expect(plain.text).toBe('');
    plain.text = 'of another program';
    guard.clearUnread();
    expect(plain.text).toBe('of another program');
  });

  it('is tried to be cleared more than once when the program ends', async () => {
    const { clock, plain, state, guard } = await copiedOnce();
    state.failingReads = 2;
    const cleared = guard.clearNow();
    await clock.advance(1000);
    await cleared;
    expect(plain.text).toBe('');
  });

  it('is tried to be cleared for as long as the clipboard refuses, after a sleep began', async () => {
    const { clock, plain, state, guard } = await copiedOnce();
    state.failingReads = 5;
    const cleared = guard.clearNow();
    await clock.advance(1000);
    await cleared;
    expect(plain.text).toBe('vless://a');
    await clock.advance(15_000);
    expect(plain.text).toBe('');
  });
});
