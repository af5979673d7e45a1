import { describe, expect, it } from 'vitest';
import type { EndpointId } from '#contract/api/index.ts';
import type { Control } from '#service/control.ts';
import { dataOf, errorOf, send, sendRaw, testServices, type RawInput } from './client.ts';

const { start } = testServices();

describe('API keys', () => {
  it('shows a key once and stores only the hash of its secret', async () => {
    const service = await start();
    const created = dataOf(
      'apiKeys.create',
      await send(service, 'apiKeys.create', { body: { name: 'laptop' } }),
    );
    const [word, prefix, secret] = created.key.split('_');
    expect(word).toBe('svc');
    expect(prefix).toHaveLength(8);
    expect(secret).toHaveLength(24);

    const listed = await send(service, 'apiKeys.list', {});
    expect(JSON.stringify(listed.body)).not.toContain(secret);
    expect(dataOf('apiKeys.list', listed).at(-1)).toEqual({
      id: created.id,
      name: 'laptop',
      key_prefix: `svc_${prefix ?? ''}`,
      created_at: created.created_at,
    });
    expect(JSON.stringify(service.control.state)).not.toContain(secret);
    expect(JSON.stringify(service.control.state)).not.toContain(service.key.slice(-24));
  });

  it('refuses the sixth key with error 34', async () => {
    const service = await start();
    const answers = [];
    for (const name of ['2', '3', '4', '5', '6']) {
      answers.push(errorOf(await send(service, 'apiKeys.create', { body: { name } })));
    }
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 400]);
    expect(answers.at(-1)?.code).toBe(34);
  });
});

describe('the six error codes', () => {
  const topUpOf = (amount: number) => ({ body: { amount, payment_method_id: 1 } });
  const orderedIn = (control: Control) =>
    control.account().cloud_servers.find(({ status }) => status === 'ordered')?.id;
  const none = () => ({ path: { id: 1 } });

  it.each<[number, string, EndpointId, (control: Control) => RawInput]>([
    [1, 'not found', 'cloudServers.reboot', none],
    [3, 'bad request', 'cloudServers.reboot', (control) => ({ path: { id: orderedIn(control) } })],
    [33, 'API_KEY_NOT_FOUND', 'apiKeys.delete', none],
    [40, 'DEVICE_NOT_FOUND', 'devices.delete', none],
    [46, 'INVALID_TOPUP_AMOUNT', 'balance.topup', () => topUpOf(0)],
    [46, 'INVALID_TOPUP_AMOUNT', 'balance.topup', () => topUpOf(15_001)],
  ])('are answered: %i %s by %s', async (errorCode, message, id, input) => {
    const service = await start();
    const { body } = await sendRaw(service, id, input(service.control));
    expect(body).toMatchObject({ status: false, errorCode, message });
  });

  it('are 1 for what belongs to somebody else', async () => {
    const service = await start();
    const { key } = service.control.addAccount();
    const [config] = service.control.account().configs;
    const received = await send({ url: service.url, key }, 'configs.setTitle', {
      path: { config_id: config?.id ?? 0 },
      body: { title: 'mine' },
    });
    expect(errorOf(received)).toEqual({ status: 404, code: 1 });
  });
});

describe('requests outside of the contract', () => {
  it('refuses endpoints that require a JWT', async () => {
    const { url, key } = await start();
    const headers = { authorization: `Bearer ${key}` };
    expect((await fetch(`${url}/profile`, { method: 'DELETE', headers })).status).toBe(403);
    expect((await fetch(`${url}/auth/signIn`, { method: 'POST', headers })).status).toBe(403);
  });

  it('answers an unknown path with the error body', async () => {
    const { url } = await start();
    const response = await fetch(`${url}/nothing`);
    expect(await response.json()).toMatchObject({ status: false, statusCode: 404, errorCode: 1 });
  });
});
