import { spawnSync } from 'node:child_process';

/** The clipboard of the machine that the stand-in runs on, for windows that a user looks at. */
export interface SystemClipboard {
  read(): string;
  write(text: string): void;
}

type Command = readonly [program: string, ...values: string[]];

const commands: readonly { readonly read: Command; readonly write: Command }[] = [
  { read: ['pbpaste'], write: ['pbcopy'] },
  { read: ['wl-paste', '--no-newline'], write: ['wl-copy'] },
  {
    read: ['xclip', '-selection', 'clipboard', '-out'],
    write: ['xclip', '-selection', 'clipboard', '-in'],
  },
  {
    read: ['powershell', '-NoProfile', '-Command', 'Get-Clipboard -Raw'],
    write: ['powershell', '-NoProfile', '-Command', '$input | Set-Clipboard'],
  },
];

/** Finds the machine's own commands for it; `undefined` where there are none that answer. */
export function findSystemClipboard(): SystemClipboard | undefined {
  const found = commands.find(({ write }) => run(write, '') !== undefined);
  if (found === undefined) return undefined;
  return {
    read: () => run(found.read) ?? '',
    write: (text) => {
      run(found.write, text);
    },
  };
}

function run([program, ...values]: Command, input?: string): string | undefined {
  const { status, stdout, error } = spawnSync(program, values, {
    encoding: 'utf8',
    timeout: 2000,
    // A clipboard owner stays behind on X11 and would hold these streams open.
    stdio: input === undefined ? ['ignore', 'pipe', 'ignore'] : ['pipe', 'ignore', 'ignore'],
    ...(input !== undefined && { input }),
  });
  return error === undefined && status === 0 ? stdout : undefined;
}
