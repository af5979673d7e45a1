import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const password = Buffer.from('a test has nothing to hide');
const collection = '/org/freedesktop/secrets/collection/login';
/** How often the service is started that does not show its keyring. */
const tries = 4;
const run = promisify(execFile);

/**
 * A D-Bus session of its own and on it a real gnome-keyring, with fresh folders that only this user
 * may enter. The bus starts nothing by itself: what is not running is absent. Programs that shall
 * use it are started with `env`; libsecret reads it once, so they must be programs of their own.
 */
export class Keyring {
  readonly env: NodeJS.ProcessEnv;
  readonly #folders: TemporaryFolders;
  readonly #bus: ChildProcess;
  readonly #denied: boolean;
  #service: ChildProcess | undefined;
  #keyrings = 0;

  constructor(
    folders: TemporaryFolders,
    env: NodeJS.ProcessEnv,
    bus: ChildProcess,
    denied: boolean,
  ) {
    this.env = env;
    this.#folders = folders;
    this.#bus = bus;
    this.#denied = denied;
  }

  /** Locks it, as a desktop does with its session. No user is there to type a password. */
  async lock(): Promise<void> {
    const objects = `array:objpath:${collection}`;
    await this.#call('service', 'org.freedesktop.Secret.Service.Lock', objects);
  }

  /** Opens it as a login does. */
  async unlock(): Promise<void> {
    await unlockByLogin(join(this.#folders.path('run'), 'keyring', 'control'));
  }

  /** The service stops answering, but stays where it is. */
  freeze(): void {
    this.#service?.kill('SIGSTOP');
  }

  thaw(): void {
    this.#service?.kill('SIGCONT');
  }

  async endService(): Promise<void> {
    if (this.#service) await end(this.#service);
    this.#service = undefined;
  }

  /** Starts the service again: on the same keyring, or on a new and empty one; open or locked. */
  async startService({ fresh = false, locked = false } = {}): Promise<void> {
    if (fresh) this.env['XDG_DATA_HOME'] = this.#folders.make(`data-${(this.#keyrings += 1)}`);
    for (let n = 0; n < tries; n += 1) {
      await this.#serve(locked);
      if (locked || this.#denied || (await this.#showsKeyring())) return;
      await this.endService();
      while (await this.#isServing());
    }
    throw new Error('the service does not show its keyring');
  }

  async endBus(): Promise<void> {
    await end(this.#bus);
  }

  async stop(): Promise<void> {
    await this.endService();
    await this.endBus();
    this.#folders.remove();
  }

  async #serve(locked: boolean): Promise<void> {
    const unlocking = locked ? [] : ['--unlock'];
    const service = spawn(
      'gnome-keyring-daemon',
      ['--foreground', '--components=secrets', ...unlocking],
      // Without a display there is no prompt, so a locked keyring stays locked.
      { env: { ...this.env, DISPLAY: undefined }, stdio: ['pipe', 'ignore', 'ignore'] },
    );
    this.#service = service;
    // One that ended before it read the password is known by its exit.
    service.stdin.on('error', () => undefined).end(locked ? '' : password);
    while (!(await this.#isServing())) {
      if (service.exitCode !== null) throw new Error('no keyring');
    }
  }

  async #isServing(): Promise<boolean> {
    const name = 'string:org.freedesktop.secrets';
    const answer = await this.#call('bus', 'org.freedesktop.DBus.NameHasOwner', name);
    return answer.includes('true');
  }

  /** On a busy machine it now and then makes a new keyring and shows it only when it starts again. */
  async #showsKeyring(): Promise<boolean> {
    const read = 'org.freedesktop.Secret.Service.ReadAlias';
    return (await this.#call('service', read, 'string:default')).includes(collection);
  }

  async #call(target: 'bus' | 'service', member: string, ...values: string[]): Promise<string> {
    const [destination, path] =
      target === 'bus'
        ? ['org.freedesktop.DBus', '/org/freedesktop/DBus']
        : ['org.freedesktop.secrets', '/org/freedesktop/secrets'];
    const head = ['--session', '--print-reply=literal', `--dest=${destination}`, path];
    return (await run('dbus-send', [...head, member, ...values], { env: this.env })).stdout;
  }
}

/** Folders below one of their own, which only this user may enter. */
class TemporaryFolders {
  readonly root = mkdtempSync(join(tmpdir(), 'culvert-keyring-'));

  path(name: string): string {
    return join(this.root, name);
  }

  make(name: string): string {
    mkdirSync(this.path(name), { mode: 0o700 });
    return this.path(name);
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** Starts one, unlocked; `denied` has the bus refuse every call, as a sandbox's policy does. */
export async function startKeyring({ denied = false } = {}): Promise<Keyring> {
  const folders = new TemporaryFolders();
  const runtime = folders.make('run');
  const address = `unix:path=${join(runtime, 'bus')}`;
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    // X's display is the program's own affair; Wayland's socket lies in the usual runtime folder.
    WAYLAND_DISPLAY: undefined,
    DBUS_SESSION_BUS_ADDRESS: address,
    XDG_RUNTIME_DIR: runtime,
    XDG_DATA_HOME: folders.make('data'),
    XDG_CACHE_HOME: folders.make('cache'),
    XDG_CONFIG_HOME: folders.make('config'),
  };
  const bus = await startBus(folders.root, address, env, denied);
  const keyring = new Keyring(folders, env, bus, denied);
  await keyring.startService();
  return keyring;
}

async function startBus(
  root: string,
  address: string,
  env: NodeJS.ProcessEnv,
  denied: boolean,
): Promise<ChildProcess> {
  const config = join(root, 'bus.conf');
  writeFileSync(
    config,
    `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>${address}</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
    ${denied ? '<deny send_destination="org.freedesktop.secrets"/>' : ''}
  </policy>
</busconfig>
`,
  );
  const bus = spawn('dbus-daemon', [`--config-file=${config}`, '--nofork', '--print-address'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(bus.stdout, 'data');
  return bus;
}

/** What PAM does at a login: the password over gnome-keyring's control socket. */
async function unlockByLogin(control: string): Promise<void> {
  const unlock = 1;
  const word = (value: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return bytes;
  };
  const message = Buffer.concat([word(unlock), word(password.byteLength), password]);
  const socket = connect(control);
  // The first byte only carries the sender's credentials.
  socket.write(Buffer.concat([Buffer.of(0), word(message.byteLength + 4), message]));
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  if (answer.readUInt32BE(4) !== 0) throw new Error('the keyring did not open');
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGCONT');
  child.kill('SIGTERM');
  await ended;
}
