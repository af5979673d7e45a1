import { expect, it } from 'vitest';
import { transaction } from '#service/store/transaction.ts';
import { testServices } from './client.ts';

const { start } = testServices();

it('a change that throws leaves everything of the service as it was, in the same objects', async () => {
  const { control } = await start();
  const { state } = control;
  const before = structuredClone(state);
  const open = control.account();
  const [config] = open.configs;
  const failing = () =>
    transaction(state, () => {
      open.configs.pop();
      Object.assign(config ?? {}, { title: 'changed', added: true });
      Reflect.deleteProperty(open, 'email');
      throw new Error('this write fails');
    });
  expect(failing).toThrow('this write fails');
  expect(state).toEqual(before);
  expect([control.account(), open.configs[0]]).toEqual([open, config]);
});
