import type { EndpointId } from '#contract/api/index.ts';
import type { HandOver, PrimaryForm } from '#contract/connections/primary-form.ts';
import { sourceOf } from '#contract/connections/sources.ts';
import type { AwgBody } from '#contract/rules/awg.ts';
import type {
  CommandsRemoved,
  ConnectionDetail,
  ConversionRefusal,
  KeyOnDevices,
  LeavingForm,
  ExportForm,
} from '#contract/ipc/connections.ts';
import type { CheckedInput } from '#contract/ipc.ts';
import type { SecretRef } from '#contract/ipc/secrets.ts';
import { fail, ok, type Result } from '#contract/failure.ts';
import { shownTitle } from '#contract/protocol-names.ts';
import type { ApiClient } from '#core/api/api-client.ts';
import { amneziaVpnLink, amneziaVpnParts, amneziaVpnServer } from './exports/amnezia-vpn.ts';
import { awgParametersOf } from './exports/awg-parameters.ts';
import type { ReadCache } from '#core/cache/read-cache.ts';
import type { ConnectionReader } from './connection-reader.ts';
import { readConnectionUrl } from './exports/connection-url.ts';
import type { Connections } from './connections.ts';
import {
  configurationOf,
  convert,
  isConvertedForm,
  notWithoutLoss,
  tunnelRefusal,
} from './exports/conversions/convert.ts';
import { fileName, revealFor } from './exports/exports.ts';
import { traitsOf } from './exports/traits.ts';
import { withoutEmptySettings, type Released } from './exports/tunnel-commands.ts';
import type { Clock, Shell } from '#core/kernel/ports.ts';
import type { LeavingSecret, SecretWay } from './exports/what-leaves.ts';
import { subscriptionsWith } from './subscriptions-with.ts';
import { savedAs } from '#core/kernel/saving.ts';

/** A subconfig older than this is read again when its connection is opened, milliseconds. */
const subconfigFresh = 10 * 60_000;

interface ConnectionActionsOptions {
  readonly client: ApiClient;
  readonly connections: Connections;
  readonly reader: Pick<ConnectionReader, 'readSubconfig'>;
  readonly readCache: Pick<ReadCache, 'cached'>;
  readonly shell: Shell;
  readonly clock: Clock;
  /** Receives the outcome of a change that was sent. */
  readonly onChange: (id: EndpointId, input: unknown, result: Result<unknown>) => void;
}

type ConnectionRef = Extract<SecretRef, { of: 'connection' }>;

/** What a user does with one connection; `not-found` for none. What leaves: `what-leaves.ts`. */
export class ConnectionActions {
  readonly #options: ConnectionActionsOptions;
  readonly #connections: Connections;
  readonly #readingSubconfig = new Set<string>();
  readonly #subconfigReadAt = new Map<string, number>();

  constructor(options: ConnectionActionsOptions) {
    this.#options = options;
    this.#connections = options.connections;
  }

  open(key: string): Result<ConnectionDetail> {
    const found = this.#detail(key);
    if (found.ok && !found.value.gone && sourceOf(key)?.subconfig) {
      this.#readSubconfig(key);
    }
    return found;
  }

  /** What leaves of it, but as a file; the primary form where none is named. */
  leaving(
    { key, form: named, filled, app: own }: Omit<ConnectionRef, 'of'>,
    way: SecretWay,
  ): Result<LeavingSecret> {
    const by = way === 'qr' ? 'scan' : 'paste';
    const { form, client, missed, ...primary } = this.#form(
      key,
      way === 'open' ? 'url' : named,
      by,
    );
    const app = own ?? primary.app;
    const copiedFor = own === undefined ? client : 'AmneziaVPN';
    const isConverted = isConvertedForm(form);
    if (isConverted && way !== 'copy') {
      return fail('invalid-input', { issues: [{ path: 'form', code: way }] });
    }
    const released = this.#released(key, form, filled);
    if (!released.ok) return released;
    const { text, leftOut } = released.value;
    const server = app === null ? undefined : this.#amneziaVpnServer(key, form, text);
    if (own !== undefined && server === undefined)
      return fail('invalid-input', { issues: [{ path: 'app', code: 'form' }] });
    const parts = server === undefined || way !== 'qr' ? null : amneziaVpnParts(server);
    return ok({
      text: server === undefined || way === 'qr' ? text : amneziaVpnLink(server),
      ...(parts && { parts }),
      said: {
        form,
        ...(way === 'copy' && copiedFor && { client: copiedFor }),
        ...(missed && { missed }),
        ...(parts && app && { app }),
        ...(way === 'qr' &&
          !isConverted && {
            scheme: readConnectionUrl(text).scheme,
            traits: traitsOf(form, text),
          }),
        ...removedOf(leftOut),
      },
      left: (how) => this.#connections.remember([{ key, form: this.#origin(key, form) }], how),
    });
  }

  async save(
    command: CheckedInput<'connections.save'>,
  ): Promise<Result<{ name: string | null } & CommandsRemoved & KeyOnDevices>> {
    const { key, form, filled } = command;
    const record = this.#connections.record(key);
    const released = this.#released(key, form, filled);
    if (!record || !released.ok) return released.ok ? fail('not-found') : released;
    const { text, leftOut } = released.value;
    const bytes = new TextEncoder().encode(text);
    const saved = await savedAs(() => this.#options.shell.saveFile(fileName(record, form), bytes));
    if (!saved.ok) return saved;
    const devices =
      saved.value.name === null
        ? {}
        : this.#connections.remember([{ key, form: this.#origin(key, form) }], 'saved');
    return ok({ ...saved.value, ...removedOf(leftOut), ...devices });
  }

  awg(key: string): Result<{ parameters: AwgBody }> {
    const text = this.#secret(key, 'awg');
    return text.ok ? ok({ parameters: awgParametersOf(text.value) }) : text;
  }

  /** Its Xray configuration to be changed at the service, as the service sent it. */
  xray(key: string): Result<{ text: string; until: number }> {
    const text = this.#secret(key, 'xray');
    return text.ok ? ok({ text: text.value, until: this.#options.clock.now() + revealFor }) : text;
  }

  async setTitle(key: string, title: string | null): Promise<Result<ConnectionDetail>> {
    if (!this.#connections.record(key)) return fail('not-found');
    const change = sourceOf(key)?.title?.set(title);
    if (!change) return fail('invalid-input', { issues: [{ path: 'title', code: 'fixed' }] });
    const { endpoint, input } = change;
    const result = await this.#options.client.call(endpoint, input, { priority: 'user' });
    if (result.ok) this.#connections.retitle(key, title);
    this.#options.onChange(endpoint, input, result);
    return result.ok ? this.#detail(key) : result;
  }

  setDevices(key: string, devices: readonly string[]): Result<ConnectionDetail> {
    return this.#connections.setDevices(key, devices) ? this.#detail(key) : fail('not-found');
  }

  setNote(key: string, note: string): Result<ConnectionDetail> {
    if (!this.#connections.record(key)) return fail('not-found');
    this.#connections.setNote(key, note);
    return this.#detail(key);
  }

  setFavourites(keys: readonly string[], favourite: boolean): { readonly changed: string[] } {
    const changed = keys.filter((key) => this.#connections.row(key)?.favourite === !favourite);
    this.#connections.setFavourites(changed, favourite);
    return { changed };
  }

  #detail(key: string): Result<ConnectionDetail> {
    const found = this.#connections.detail(key);
    return found
      ? ok({ ...found, usedBy: subscriptionsWith(this.#options.readCache, key) })
      : fail('not-found');
  }

  #form<Form extends LeavingForm>(
    key: string,
    named: Form | undefined,
    by: HandOver,
  ): Omit<PrimaryForm, 'form'> & { readonly form: Form | ExportForm } {
    const none = { app: null, client: null, missed: null };
    if (named !== undefined) return { form: named, ...none };
    return this.#connections.primaryForm(key, by) ?? { form: 'url', ...none };
  }

  #secret(key: string, form: ExportForm): Result<string> {
    if (!this.#connections.record(key)) return fail('not-found');
    const text = this.#connections.secret(key, form);
    const refusal = form === 'awg' && text === undefined ? this.#tunnelRefusal(key) : undefined;
    if (refusal !== undefined) return fail('invalid-input', notWithoutLoss(refusal.fields));
    return text === undefined ? fail('not-found', { reason: 'not-cached' }) : ok(text);
  }

  #tunnelRefusal(key: string): ConversionRefusal | undefined {
    const [connection] = this.#connections.convertibles([key]);
    return connection && tunnelRefusal(connection.secrets);
  }

  #amneziaVpnServer(key: string, form: LeavingForm, text: string): Buffer | undefined {
    const record = this.#connections.record(key);
    return record && amneziaVpnServer(form, text, shownTitle(record));
  }

  /** The form of the service's that a form was written from. */
  #origin(key: string, form: LeavingForm): ExportForm {
    if (!isConvertedForm(form)) return form;
    return this.#connections.record(key)?.forms.includes('awg') === true ? 'awg' : 'url';
  }

  #released(key: string, form: LeavingForm, filled = false): Result<Released> {
    if (!isConvertedForm(form)) {
      const whole = this.#secret(key, form);
      if (!whole.ok) return whole;
      const [released] = this.#connections.released([{ key, form }]);
      if (!released) return fail('bad-response');
      const { text, leftOut } = released;
      return ok({ text: filled && form === 'awg' ? withoutEmptySettings(text) : text, leftOut });
    }
    const [connection] = this.#connections.convertibles([key]);
    if (!connection) return fail('not-found');
    const converted = convert(form, connection);
    return 'refusal' in converted
      ? fail('invalid-input', notWithoutLoss(converted.refusal.fields))
      : ok({ text: configurationOf(form, [converted]), leftOut: [] });
  }

  /** In the background; the window learns the result by `connections.changed`. */
  #readSubconfig(key: string): void {
    const { clock, reader } = this.#options;
    const readAt = this.#subconfigReadAt.get(key) ?? -Infinity;
    if (this.#readingSubconfig.has(key) || clock.monotonic() - readAt < subconfigFresh) return;
    this.#readingSubconfig.add(key);
    void reader.readSubconfig(key, 'on-screen').then((result) => {
      this.#readingSubconfig.delete(key);
      if (result.ok) this.#subconfigReadAt.set(key, clock.monotonic());
    });
  }
}

function removedOf({ length }: readonly string[]): CommandsRemoved {
  return length === 0 ? {} : { commandsRemoved: length };
}
