import { createHash } from 'node:crypto';
import { z } from 'zod';
import { copyWays, exportForms, type CopyWay, type LastCopy } from '#contract/ipc/connections.ts';
import type { Clock } from '#core/kernel/ports.ts';
import type { SealedChange, SealedVault } from '#core/kernel/vault/sealed-vault.ts';
import { secretText, type Connection, type CopiedForm } from './connection.ts';
import { noteChange, storedNotes, type Note } from './notes.ts';
import type { ConnectionSecrets } from './storage/secrets.ts';
import { splitLink } from './texts/share-link/read-link.ts';

const maxRecents = 12;
/** Of how many connections it is remembered how they last left Culvert, and where they are. */
export const maxCopies = 300;

/** What of a connection is elsewhere: how it last left Culvert, and where the user said it is. */
export const Copy = z.object({
  form: z.enum(exportForms),
  /** `at` in Unix milliseconds; `null` where the user only said where it is. */
  left: z.object({ way: z.enum(copyWays), at: z.number() }).nullable(),
  /** A digest of what is elsewhere, the same on every computer; never the text itself. */
  mark: z.string(),
  outdated: z.boolean(),
  devices: z.array(z.string()).readonly(),
});
export type Copy = z.output<typeof Copy>;

const StoredChoices = z.object({
  favourites: z.array(z.string()).readonly(),
  recents: z.array(z.string()).readonly(),
  copies: z.record(z.string(), Copy),
});
type StoredChoices = z.output<typeof StoredChoices>;

const none: StoredChoices = { favourites: [], recents: [], copies: {} };

export function storedChoices(vault: SealedVault): StoredChoices {
  return vault.read('choices', 'connections', StoredChoices) ?? none;
}

export function choicesChange(value: StoredChoices): SealedChange {
  return { purpose: 'choices', name: 'connections', value };
}

/** Whether what is elsewhere of a connection is not what the service gives now. */
export function isOutdated(copy: Copy, protocol: string, secrets: ConnectionSecrets): boolean {
  const text = secretText(protocol, secrets, copy.form);
  return text === undefined || markOf(copy.form, text) !== copy.mark;
}

/** A form of a connection that leaves Culvert, as the service gave it. */
export interface CopiedText extends CopiedForm {
  readonly text: string;
}

/** What the user chose and noted, and how connections last left. A change is on the disk when it returns. */
export class Choices {
  readonly #vault: SealedVault;
  readonly #clock: Pick<Clock, 'now'>;
  #known: StoredChoices | undefined;
  #favouriteKeys: ReadonlySet<string> | undefined;
  #notes: Map<string, Note> | undefined;

  constructor(vault: SealedVault, clock: Pick<Clock, 'now'>) {
    this.#vault = vault;
    this.#clock = clock;
  }

  favourites(): readonly string[] {
    return this.#choices().favourites;
  }

  /** Newest first. */
  recents(): readonly string[] {
    return this.#choices().recents;
  }

  isFavourite(key: string): boolean {
    this.#favouriteKeys ??= new Set(this.favourites());
    return this.#favouriteKeys.has(key);
  }

  note(key: string): string | undefined {
    return this.#allNotes().get(key)?.text;
  }

  /** @param text an empty one takes it away */
  setNote(key: string, text: string): void {
    const note = text === '' ? undefined : { text, at: this.#clock.now() };
    if (note === undefined) this.#allNotes().delete(key);
    else this.#allNotes().set(key, note);
    this.#vault.write([noteChange(key, note)]);
  }

  lastCopy(key: string): { readonly lastCopy?: LastCopy } {
    const copy = this.#choices().copies[key];
    return copy?.left ? { lastCopy: { form: copy.form, ...copy.left } } : {};
  }

  /** Whether the service gives something else by now than what last left Culvert. */
  isCopyOutdated(key: string): boolean {
    return this.#choices().copies[key]?.outdated === true;
  }

  hasLeft(key: string): boolean {
    return this.#choices().copies[key] !== undefined;
  }

  /** The devices that its present key is on: what another key was on says nothing of this one. */
  devices(key: string): readonly string[] {
    const copy = this.#choices().copies[key];
    return copy === undefined || copy.outdated ? [] : copy.devices;
  }

  setDevices({ key, form, text }: CopiedText, devices: readonly string[]): void {
    const copies = new Map(Object.entries(this.#choices().copies));
    const known = copies.get(key);
    const copy =
      known?.outdated === false
        ? known
        : { form, left: null, mark: markOf(form, text), outdated: false };
    copies.set(key, { ...copy, devices: [...new Set(devices)] });
    this.#choose({ copies: newest(copies) });
  }

  /** Forgets how connections left, where they went, and the recents; returns what had left. */
  forgetCopies(): readonly string[] {
    const keys = Object.keys(this.#choices().copies);
    this.#choose({ copies: {}, recents: [] });
    return keys;
  }

  setFavourites(keys: readonly string[], favourite: boolean): void {
    const changed = new Set(keys);
    const others = this.favourites().filter((each) => !changed.has(each));
    this.#choose({ favourites: favourite ? [...others, ...changed] : others });
  }

  /** One copied or opened alone is the newest recent: returns whether they changed. */
  remember(leaving: readonly CopiedText[], way: CopyWay): boolean {
    const at = this.#clock.now();
    const copies = new Map(Object.entries(this.#choices().copies));
    for (const { key, form, text } of leaving) {
      const mark = markOf(form, text);
      const left = { way, at };
      copies.set(key, { form, left, mark, outdated: false, devices: this.devices(key) });
    }
    const [only, another] = leaving;
    const isRecent = only !== undefined && !another && (way === 'copied' || way === 'opened');
    const recents = isRecent
      ? [only.key, ...this.recents().filter((each) => each !== only.key)].slice(0, maxRecents)
      : this.recents();
    this.#choose({ copies: newest(copies), recents });
    return isRecent;
  }

  /** What to write, now that the service gives these connections so. */
  compareCopies(connections: readonly Connection[]): readonly SealedChange[] {
    const { copies } = this.#choices();
    const compared = connections.flatMap(({ record, secrets }) => {
      const copy = copies[record.key];
      if (!copy) return [];
      const outdated = isOutdated(copy, record.protocol, secrets);
      return outdated === copy.outdated ? [] : [[record.key, { ...copy, outdated }] as const];
    });
    if (compared.length === 0) return [];
    return [this.#changed({ copies: { ...copies, ...Object.fromEntries(compared) } })];
  }

  reload(): void {
    this.#known = undefined;
    this.#favouriteKeys = undefined;
    this.#notes = undefined;
  }

  #allNotes(): Map<string, Note> {
    return (this.#notes ??= storedNotes(this.#vault));
  }

  #choices(): StoredChoices {
    return (this.#known ??= storedChoices(this.#vault));
  }

  #choose(changes: Partial<StoredChoices>): void {
    this.#vault.write([this.#changed(changes)]);
  }

  #changed(changes: Partial<StoredChoices>): SealedChange {
    const value = { ...this.#choices(), ...changes };
    this.#known = value;
    this.#favouriteKeys = undefined;
    return choicesChange(value);
  }
}

function markOf(form: LastCopy['form'], text: string): string {
  return createHash('sha256').update(withoutName(form, text)).digest('base64url');
}

/** A title is no part of what opens a connection: URLs have it after `#`, tunnels in comments. */
function withoutName(form: LastCopy['form'], text: string): string {
  if (form === 'xray') return text;
  if (form !== 'awg') return text.slice(0, text.length - splitLink(text)[2].length);
  const lines = text.split('\n');
  return lines.filter((line) => !line.trimStart().startsWith('#')).join('\n');
}

/** Those that left last; what the user said of a key stays before what was only copied. */
function newest(copies: ReadonlyMap<string, Copy>): Record<string, Copy> {
  const hasDevices = ({ devices }: Copy) => Number(devices.length > 0);
  const leftAt = ({ left }: Copy) => left?.at ?? 0;
  const all = [...copies].sort(
    ([, one], [, other]) => hasDevices(other) - hasDevices(one) || leftAt(other) - leftAt(one),
  );
  return Object.fromEntries(all.slice(0, maxCopies));
}
