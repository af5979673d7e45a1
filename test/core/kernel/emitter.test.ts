import { describe, expect, it } from 'vitest';
import { createEmitter } from '#core/kernel/emitter.ts';

interface Events {
  readonly opened: { readonly id: string };
  readonly closed: undefined;
}

describe('an emitter', () => {
  it('calls the listeners of an event with its payload, in the order they were added', () => {
    const emitter = createEmitter<Events>();
    const calls: string[] = [];
    emitter.on('opened', ({ id }) => calls.push(`first ${id}`));
    emitter.on('opened', ({ id }) => calls.push(`second ${id}`));
    emitter.on('closed', () => calls.push('closed'));
    emitter.emit('opened', { id: 'a' });
    expect(calls).toEqual(['first a', 'second a']);
  });

  it('removes only the listener that was added', () => {
    const emitter = createEmitter<Events>();
    const calls: string[] = [];
    const listener = ({ id }: { readonly id: string }) => calls.push(id);
    const remove = emitter.on('opened', listener);
    emitter.on('opened', listener);
    remove();
    remove();
    emitter.emit('opened', { id: 'a' });
    expect(calls).toEqual(['a']);
  });

  it('calls a listener that was added during an event from the next event on', () => {
    const emitter = createEmitter<Events>();
    const calls: string[] = [];
    const remove = emitter.on('closed', () => {
      remove();
      calls.push('old');
      emitter.on('closed', () => calls.push('new'));
    });
    emitter.on('closed', () => calls.push('other'));
    emitter.emit('closed', undefined);
    expect(calls).toEqual(['old', 'other']);
    emitter.emit('closed', undefined);
    expect(calls).toEqual(['old', 'other', 'other', 'new']);
  });
});
