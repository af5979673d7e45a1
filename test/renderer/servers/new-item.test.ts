import { expect, test, vi } from 'vitest';
import { h, ref } from 'vue';
import NewItem from '#renderer/servers/NewItem.vue';
import { openWindow } from '#test/renderer/lib/window-fixture.ts';
import { patient } from '#test/patient.ts';

test('a form for something new takes the keyboard, so that Escape closes it', async () => {
  const { root, show } = await openWindow();
  const onCancel = vi.fn();
  const props = { label: 'Create', hint: '', action: { busy: ref(false), error: ref(null) } };
  show({
    render: () => h(NewItem, { ...props, protocols: ['http', 'socks5'], onCancel, key: 'form' }),
  });
  const form = await vi.waitFor(() => root.get('form'), patient);
  expect(form.element.contains(document.activeElement)).toBe(true);
  document.activeElement?.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }),
  );
  expect(onCancel).toHaveBeenCalledOnce();
});
