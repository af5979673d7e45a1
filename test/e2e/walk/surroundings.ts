import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { PurchaseEntry, PurchaseJournal } from '#contract/ipc/purchase-journal.ts';
import type { SessionState } from '#contract/ipc/session.ts';
import { startService, type RunningService } from '#service/service.ts';
import { startKeyring, type Keyring } from '#test/adapters/keychain/keyring.ts';
import type { Driver } from '#test/e2e/driver.ts';
import type { SeenItem } from '#test/stand-in/electron/menus.ts';
import { inventory, type Inventory } from './compare-ledger.ts';
import type { OtherChange } from './steps.ts';

/** The prefixes of texts of each account; the second account's titles have it. */
const marks = ['Own ', 'Other '] as const;
const fullAt = 64 * 1024;
/** How often to poll for an effect that may not come, and the interval, milliseconds. */
const maxPolls = 20;
const pollMs = 100;
const quickKeys = process.platform === 'darwin' ? 'Alt+Super+Space' : 'Control+Shift+Space';
/** Lines of the tray's menu that do something else than copying or pausing. */
const leadsElsewhere = /quit|quick|open|all conn|settings|lock|sign in|— (until|expired)/i;

/** Main's answer to a call of the window, asked again by the next one where that closes; no entries if the call fails. */
export async function read(culvert: Driver, name: string, input: object): Promise<unknown> {
  const page = await culvert.page();
  const call = `culvert.call(${JSON.stringify(name)}, ${JSON.stringify(input)})`;
  const answer = await page.evaluate<{ readonly value?: unknown }>(call).catch((error: unknown) => {
    if (!page.isClosed()) throw error;
  });
  return answer ? (answer.value ?? { entries: [] }) : read(culvert, name, input);
}

/** Whether an entry waits for a payment, and not for a messenger. */
export const waitsForPayment = ({ state, linkUse }: PurchaseEntry): boolean =>
  state === 'waiting' && linkUse === 'payment';

/** The part of a connection's URL that opens it: a password, a UUID, a private key or a secret. */
function credentialOf(url: string): string {
  if (url.startsWith('tg:')) return new URL(url).searchParams.get('secret') ?? '';
  const [, user = ''] = /^(?:[a-z\d-]+:\/\/)?([^@/?#]+)@/i.exec(url) ?? [];
  const plain = decodeURIComponent(user);
  const isWrapped = url.startsWith('ss:') && !plain.includes(':');
  const whole = isWrapped ? Buffer.from(plain, 'base64url').toString() : plain;
  return whole.slice(whole.lastIndexOf(':') + 1);
}

/** One of the two services, and what the user has there. */
export interface Place {
  readonly service: RunningService;
  /** Everything secret that it ever had. */
  readonly secrets: Set<string>;
  readonly before: Inventory;
  readonly added: Set<number>;
  /** The prefix of the titles of this account alone. */
  readonly mark: string;
  /** Every credential that each configuration ever had, by its id. */
  readonly credentials: Map<number, Set<string>>;
  /** The latest state of every entry of the journal, including dismissed ones. */
  readonly journal: Map<string, PurchaseEntry>;
}

/** Two accounts with the same ids and different secrets; the second service is reached by IPv6 alone. */
export class Surroundings {
  readonly complaints: string[] = [];
  readonly profile = mkdtempSync(join(tmpdir(), 'culvert-walk-'));
  readonly saved = mkdtempSync(join(tmpdir(), 'culvert-walk-saved-'));
  readonly keyring: Keyring;
  readonly places: readonly [Place, Place];
  /** How often each kind of step took effect. */
  readonly counts = new Map<string, number>();
  #keychainRuns = true;

  private constructor(keyring: Keyring, services: readonly [RunningService, RunningService]) {
    this.keyring = keyring;
    const placeOf = (service: RunningService, mark: string): Place => ({
      service,
      mark,
      credentials: new Map(),
      secrets: new Set(),
      before: inventory(service.control.account()),
      added: new Set(),
      journal: new Map(),
    });
    this.places = [placeOf(services[0], marks[0]), placeOf(services[1], marks[1])];
  }

  static async open(): Promise<Surroundings> {
    const first = await startService({ limits: 'endpoint' });
    const second = await startService({ limits: 'endpoint', seed: '2', host: '::1' });
    for (const config of second.control.account().configs)
      config.title = `${marks[1]}${config.title ?? ''}`;
    for (const { control } of [first, second]) control.setBalance({ balance: 100_000 });
    return new Surroundings(await startKeyring(), [first, second]);
  }

  /** The environment of each start, in which the purchases' clock can be advanced. */
  get environment(): NodeJS.ProcessEnv {
    return { ...this.keyring.env, CULVERT_ADJUSTABLE_CLOCK: '1' };
  }

  async close(): Promise<void> {
    for (const { service } of this.places) await service.close();
    await this.keyring.stop();
    for (const folder of [this.profile, this.saved]) rmSync(folder, { recursive: true });
  }

  count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  setFaults(faults: readonly string[]): void {
    if (faults.length > 0) this.count('faults');
    for (const { service } of this.places) service.control.setFaults(faults);
  }

  setPrices(percent: number): void {
    for (const { service } of this.places) {
      const rule = { type: 'all', product_title: 'All', percent, comment: null };
      service.control.account().pricing_rules = percent === 0 ? [] : [rule];
    }
  }

  /** The user pays in the browser what waits for it in the open account. */
  async payLinks(culvert: Driver): Promise<void> {
    const { entries } = (await read(culvert, 'purchases.list', {})) as PurchaseJournal;
    for (const { id } of entries.filter(waitsForPayment)) {
      const shown = await read(culvert, 'secrets.reveal', {
        of: 'purchase',
        id,
        secret: 'payment-link',
      });
      await fetch((shown as { readonly text: string }).text, { method: 'POST' });
    }
  }

  /** Another device changes the configurations of one of the accounts, but none that Culvert bought. */
  changeElsewhere(change: OtherChange, nth: number): void {
    const place = this.places[nth % 2] ?? this.places[0];
    const { control } = place.service;
    const { configs } = control.account();
    const others = configs.filter(({ id }) => place.before.configs.has(id) || place.added.has(id));
    const target = others[nth % others.length];
    if (target === undefined) return;
    if (change === 'rename') target.title = `${target.title ?? ''}.`.slice(-60);
    if (change === 'remove') configs.splice(configs.indexOf(target), 1);
    if (change !== 'add') return;
    const id = control.state.next_id;
    control.state.next_id += 1;
    configs.push({ ...structuredClone(target), id });
    place.added.add(id);
  }

  async setKeychain(runs: boolean): Promise<void> {
    if (runs === this.#keychainRuns) return;
    this.#keychainRuns = runs;
    await (runs ? this.keyring.startService() : this.keyring.endService());
  }

  /** Other programs keep processors busy, and end by themselves. */
  load(programs: number, ms: number): void {
    const busy = `const end = performance.now() + ${String(ms)}; while (performance.now() < end);`;
    for (let n = 0; n < programs; n += 1)
      spawn(process.execPath, ['-e', busy], { stdio: 'ignore' });
  }

  limitDisk(culvert: Driver, full: boolean): void {
    culvert.limitFiles(full ? fullAt : null);
  }

  async quickCopy(culvert: Driver, search: string, key: 'Enter' | 'Escape'): Promise<void> {
    await this.#copying(culvert, `quick copy of ${search}`, async () => {
      await culvert.pressShortcut(quickKeys);
      const page = await culvert.quickPage();
      await page.keyboard.type(search);
      await page.keyboard.press(key);
      if (await culvert.isQuickVisible()) await culvert.focusElsewhere();
    });
    await culvert.openWindow();
  }

  /** Chooses a line of the tray's menu that copies or pauses. */
  async useTray(culvert: Driver, nth: number): Promise<void> {
    const linesOf = (items: readonly SeenItem[]): SeenItem[] =>
      items.flatMap((item) => (item.items.length > 0 ? linesOf(item.items) : [item]));
    const lines = linesOf(await culvert.trayItems()).filter(
      ({ enabled, type, label }) => enabled && type !== 'separator' && !leadsElsewhere.test(label),
    );
    const line = lines[nth % lines.length];
    if (line === undefined) return;
    await this.#copying(culvert, `the tray's ${line.label}`, async () => {
      // The menu may be rebuilt at this moment.
      await culvert.clickTray(line.label).catch(() => undefined);
    });
  }

  async runCommand(culvert: Driver, search: string | null): Promise<void> {
    const words = search === null ? ['list', '--json'] : ['copy', search];
    await this.#copying(culvert, `culvert ${words.join(' ')}`, async () => {
      const open = await this.openPlace(culvert);
      const { code, stdout } = await culvert.startAgain(words, this.keyring.env);
      if (![0, 1, 4].includes(Number(code)))
        this.complaints.push(`${words[0] ?? ''} ended with ${String(code)}`);
      if (open !== undefined && !this.mayShow(open, stdout)) {
        this.complaints.push('the command line lists the other account');
      }
    });
  }

  /** Does something that may copy, and then checks the clipboard. */
  async #copying(culvert: Driver, what: string, act: () => Promise<void>): Promise<void> {
    await culvert.writeClipboard('');
    await act();
    await this.checkClipboard(culvert, what);
  }

  /** What was just copied must not be the other account's. */
  async checkClipboard(culvert: Driver, what: string): Promise<void> {
    const open = await this.openPlace(culvert);
    this.learnSecrets();
    const text = await culvert.clipboardText();
    if (open !== undefined) this.checkText(open, what, text);
    if (text !== '') this.count('copied');
  }

  /** What left Culvert while the account at this place was open must not be the other's. */
  checkText(open: Place, what: string, text: string): void {
    const foreign = this.places
      .filter((place) => place !== open)
      .flatMap(({ secrets, credentials }) => [
        ...secrets,
        ...[...credentials.values()].flatMap((own) => [...own]),
      ]);
    if (foreign.some((secret) => text.includes(secret))) {
      this.complaints.push(`${what} is of the other account`);
    }
  }

  /** Waits a while for saved files and takes their text; empty if there are none. */
  async savedSoon(isExpected: boolean): Promise<string> {
    let text = this.takeSaved();
    for (let n = 0; isExpected && text === '' && n < maxPolls; n += 1) {
      await pause(pollMs);
      text = this.takeSaved();
    }
    return text;
  }

  /** Takes the text out of the folder for saved files and decodes Base64. */
  takeSaved(): string {
    const files = readdirSync(this.saved, { recursive: true, withFileTypes: true });
    const texts = files
      .filter((file) => file.isFile())
      .map((file) => readFileSync(join(file.parentPath, file.name), 'utf8'))
      .map((text) => (/^[\w+/=\s]+$/.test(text) ? Buffer.from(text, 'base64').toString() : text));
    for (const file of readdirSync(this.saved)) rmSync(join(this.saved, file), { recursive: true });
    return texts.join('\n');
  }

  /** Records the current secrets of the accounts, because changes may replace them. */
  learnSecrets(): void {
    for (const { service, secrets, credentials } of this.places) {
      secrets.add(service.key);
      for (const { id, connection_url } of service.control.account().configs) {
        secrets.add(connection_url);
        const credential = credentialOf(connection_url);
        if (credential === '') continue;
        credentials.set(id, (credentials.get(id) ?? new Set()).add(credential));
      }
    }
  }

  /** Whether a row with this text may be on screen while the account at this place is open. */
  mayShow(open: Place, text: string): boolean {
    return this.places.every(({ mark }) => mark === open.mark || !text.includes(mark));
  }

  async readJournal(culvert: Driver): Promise<void> {
    const place = await this.openPlace(culvert);
    const { entries } = (await read(culvert, 'purchases.list', {})) as PurchaseJournal;
    for (const entry of entries) place?.journal.set(entry.id, entry);
  }

  async session(culvert: Driver): Promise<SessionState> {
    return (await read(culvert, 'session.get', {})) as SessionState;
  }

  /** Where the open account is; `undefined` while none is open. */
  async openPlace(culvert: Driver): Promise<Place | undefined> {
    const { status, account } = await this.session(culvert);
    if (status !== 'signed-in') return undefined;
    return this.places.find(({ service }) => account?.service.startsWith(service.url) === true);
  }
}
