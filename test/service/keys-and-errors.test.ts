import { describe, expect, it } from 'vitest';
import { dataOf, errorOf, send, sendRaw, testServices } from './client.ts';

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

  it('accepts a new key at once and refuses a deleted one', async () => {
    const service = await start();
    const { id, key } = dataOf(
      'apiKeys.create',
      await send(service, 'apiKeys.create', { body: { name: 'phone' } }),
    );
    const other = { url: service.url, key };
    expect((await send(other, 'profile.get', {})).status).toBe(200);
    expect((await send(service, 'apiKeys.delete', { path: { id } })).status).toBe(200);
    expect((await send(other, 'profile.get', {})).status).toBe(401);
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

  it('accepts the key only as a Bearer token', async () => {
    const { url, key } = await start();
    for (const authorization of [
      key,
      `Basic ${key}`,
      `Token ${key}`,
      `Bearer  ${key}`,
      'Bearer ',
    ]) {
      const { status } = await fetch(`${url}/profile`, { headers: { authorization } });
      expect(status).toBe(401);
    }
    expect((await fetch(`${url}/profile`)).status).toBe(401);
  });
});

describe('the six error codes', () => {
  it('answers 1 when a cloud server to reboot is not found', async () => {
    const service = await start();
    const received = await send(service, 'cloudServers.reboot', { path: { id: 1 } });
    expect(received.body).toEqual({
      status: false,
      statusCode: 404,
      errorCode: 1,
      message: 'not found',
    });
  });

  it('answers 1 for what belongs to somebody else', async () => {
    const service = await start();
    const { key } = service.control.addAccount();
    const [config] = service.control.account().configs;
    const received = await send({ url: service.url, key }, 'configs.setTitle', {
      path: { config_id: config?.id ?? 0 },
      body: { title: 'mine' },
    });
    expect(errorOf(received)).toEqual({ status: 404, code: 1 });
  });

  it('answers 3 when a cloud server to reboot is not active', async () => {
    const service = await start();
    const ordered = service.control
      .account()
      .cloud_servers.find(({ status }) => status === 'ordered');
    const received = await send(service, 'cloudServers.reboot', { path: { id: ordered?.id ?? 0 } });
    expect(received.body).toEqual({
      status: false,
      statusCode: 400,
      errorCode: 3,
      message: 'bad request',
    });
  });

  it('answers 33 when an API key to delete does not exist', async () => {
    const received = await send(await start(), 'apiKeys.delete', { path: { id: 1 } });
    expect(received.body).toMatchObject({ errorCode: 33, message: 'API_KEY_NOT_FOUND' });
  });

  it('answers 40 when a device to delete does not exist', async () => {
    const received = await send(await start(), 'devices.delete', { path: { id: 1 } });
    expect(received.body).toMatchObject({ errorCode: 40, message: 'DEVICE_NOT_FOUND' });
  });

  it.each([0, 15_001])('answers 46 when a top-up is of %s roubles', async (amount) => {
    const received = await sendRaw(await start(), 'balance.topup', {
      body: { amount, payment_method_id: 1 },
    });
    expect(received.body).toMatchObject({ errorCode: 46, message: 'INVALID_TOPUP_AMOUNT' });
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

  it('refuses a body that is not JSON, and one over a mebibyte', async () => {
    const { url, key } = await start();
    const headers = { authorization: `Bearer ${key}` };
    const post = (body: string) =>
      fetch(`${url}/profile/api-keys`, { method: 'POST', headers, body });
    expect((await post('{"name":')).status).toBe(400);
    expect((await post(JSON.stringify({ name: 'x'.repeat(1024 * 1024) }))).status).toBe(413);
  });
});
