import { describe, expect, it } from 'vitest';
import { clientNames, clients, type ClientName } from '#contract/clients.ts';
import { clientFits, textKindOf } from '#contract/connections/client-fit.ts';
import type { HandOver } from '#contract/connections/primary-form.ts';
import type { ConnectionDetail, SecretPreview } from '#contract/ipc/connections.ts';
import { signedIn, rowsOf, type Machine, type Running } from '#test/core/harness.ts';

/** Each copies a connection without naming a form; what is then on the clipboard. */
type Door = (running: Running, machine: Machine, detail: ConnectionDetail) => Promise<unknown>;
const doors: Readonly<Record<string, Door>> = {
  // The list, Enter, the palette and what was bought all call this.
  window: (running, _, { key }) => running.ask('secrets.copy', { of: 'connection', key }),
  'quick copy': (running, _, { key }) => running.ask('quick.copy', { key }),
  // The tray, the Dock call this.
  tray: (running, _, { key }) => running.app.copyFromTray(key),
  'the command line': (running, _, { title }) =>
    running.app.answerCommand({ kind: 'copy', text: title }),
  'a batch': (running, _, { key }) =>
    running.ask('secrets.copy', { of: 'connections', keys: [key] }),
};

/** One connection of each protocol that the service has. */
async function detailsOf(running: Running): Promise<readonly ConnectionDetail[]> {
  const rows = await rowsOf(running);
  const byProtocol = new Map(rows.map((row) => [row.protocol, row]));
  const details: ConnectionDetail[] = [];
  for (const { key } of byProtocol.values()) {
    details.push(await running.ask('connections.get', { key }));
  }
  return details;
}

/** The clients that take a form, so far as its own text says, in a way. */
function takersOf({ form, scheme, traits }: SecretPreview, by: HandOver): readonly ClientName[] {
  return clientFits(textKindOf(form, scheme), traits)
    .filter(({ verdict }) => verdict !== 'no')
    .filter(({ client, scans }) => {
      const own = client.name === 'AmneziaVPN' && (form === 'awg' || form === 'xray');
      return by === 'paste' || scans || own;
    })
    .map(({ client }) => client.name);
}

const secretOf = async (running: Running, { key }: ConnectionDetail, form: SecretPreview['form']) =>
  (await running.ask('secrets.reveal', { of: 'connection', key, form })).text;

describe('the primary form', () => {
  it('is what the chosen app takes, through every door, wherever it takes any form', async () => {
    const { running, machine } = await signedIn({ limits: 'off' });
    const details = await detailsOf(running);
    for (const client of clientNames) {
      await running.ask('settings.set', { pasteApp: client });
      for (const detail of details) {
        const taken = detail.previews.filter((preview) =>
          takersOf(preview, 'paste').includes(client),
        );
        const { form, ...said } = await running.ask('secrets.copy', {
          of: 'connection',
          key: detail.key,
        });
        if (taken.length === 0) expect(said).toMatchObject({ missed: client });
        else {
          expect(said).toMatchObject({ client });
          expect(taken.map((preview) => preview.form)).toContain(form);
        }
        const text = await secretOf(running, detail, form as SecretPreview['form']);
        for (const [door, copy] of Object.entries(doors)) {
          machine.clipboard.text = '';
          await copy(running, machine, detail);
          expect([door, machine.clipboard.text.trimEnd()]).toEqual([door, text.trimEnd()]);
        }
      }
    }
  });

  it('is the one that most clients take where no app is chosen', async () => {
    const { running } = await signedIn({ limits: 'off' });
    for (const { key, protocol } of await detailsOf(running)) {
      const { form } = await running.ask('secrets.copy', { of: 'connection', key });
      const isTunnel = protocol === 'wg' || protocol === 'amnezia-wg-2';
      expect([protocol, form]).toEqual([protocol, isTunnel ? 'awg' : 'url']);
    }
  });

  it('is drawn for the app that the user scans with, wherever it scans any form', async () => {
    const { running } = await signedIn({ limits: 'off' });
    const details = await detailsOf(running);
    for (const { name, devices } of clients) {
      if (!devices.includes('phone')) continue;
      await running.ask('settings.set', { scanApp: name });
      for (const { key, previews } of details) {
        const taken = previews.filter((preview) => takersOf(preview, 'scan').includes(name));
        const drawn = await running.ask('secrets.qr', { of: 'connection', key });
        if (taken.length === 0) expect(drawn.missed).toBe(name);
        else expect(taken.map(({ form }) => form)).toContain(drawn.form);
        expect(drawn.app).toBe(
          taken.length > 0 && name === 'AmneziaVPN' ? 'amnezia-vpn' : undefined,
        );
      }
    }
  });

  it('keeps texts of several lines apart in a batch', async () => {
    const { running, machine } = await signedIn({ limits: 'off' });
    const details = await detailsOf(running);
    const [tunnel, url] = ['wg', 'vless'].map((one) =>
      details.find(({ protocol }) => protocol === one),
    );
    if (tunnel === undefined || url === undefined) throw new Error('The service has not both.');
    await running.ask('secrets.copy', { of: 'connections', keys: [tunnel.key, url.key] });
    const texts = [
      (await secretOf(running, tunnel, 'awg')).trimEnd(),
      await secretOf(running, url, 'url'),
    ];
    expect(machine.clipboard.text).toBe(texts.join('\n\n'));
  });
});
