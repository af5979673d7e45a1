import { mount } from '@vue/test-utils';
import { expect, test } from 'vitest';
import { defineComponent, h } from 'vue';
import ErrorBoundary from '#renderer/ui/ErrorBoundary.vue';
import { mounting } from '#test/renderer/lib/window-fixture.ts';

/** Cannot be drawn for one subject; its button's handler always fails. */
const Part = defineComponent({
  props: { subject: { type: String, required: true } },
  setup: (props) => () => {
    if (props.subject === 'bad') throw new RangeError('Invalid time value');
    return h(
      'button',
      {
        onClick: () => {
          throw new Error('handler');
        },
      },
      props.subject,
    );
  },
});
const Page = defineComponent({
  props: { subject: { type: String, required: true } },
  setup: (props) => () => [
    h('h1', 'Page'),
    props.subject === ''
      ? null
      : h(ErrorBoundary, { subject: props.subject }, () => h(Part, { subject: props.subject })),
  ],
});

async function page(subject: string) {
  const { global } = await mounting();
  const errors: unknown[] = [];
  const mounted = mount(Page, {
    props: { subject },
    global: { ...global, config: { errorHandler: (error) => errors.push(error) } },
  });
  return { mounted, errors };
}

test.each([
  ['at first', ''],
  ['later', 'good'],
])('a part that cannot be drawn says so, and another can: %s', async (_when, before) => {
  const { mounted, errors } = await page(before);
  await mounted.setProps({ subject: 'bad' });
  expect(mounted.get('h1').text()).toBe('Page');
  expect(mounted.text()).toContain('This part cannot be shown');
  expect(errors).toHaveLength(1);
  await mounted.setProps({ subject: 'better' });
  expect(mounted.text()).toBe('Pagebetter');
});

test('a part stays on screen when one of its handlers fails', async () => {
  const { mounted, errors } = await page('good');
  await mounted.get('button').trigger('click');
  expect(errors).toHaveLength(1);
  expect(mounted.text()).toBe('Pagegood');
});
