/** The switches of Chromium, as `app.commandLine` shows them. */
export interface CommandLine {
  hasSwitch(name: string): boolean;
  getSwitchValue(name: string): string;
  appendSwitch(name: string, value?: string): void;
  removeSwitch(name: string): void;
}

/** @param args the program's own arguments, of which each `--name` or `--name=value` is a switch */
export function createCommandLine(args: readonly string[]): CommandLine {
  const end = args.indexOf('--');
  const switches = new Map(
    (end < 0 ? args : args.slice(0, end)).flatMap((argument) => {
      const [, name, value = ''] = /^--?([^=]+)(?:=(.*))?$/s.exec(argument) ?? [];
      return name === undefined ? [] : [[name, value] as const];
    }),
  );
  return {
    hasSwitch: (name) => switches.has(name),
    getSwitchValue: (name) => switches.get(name) ?? '',
    appendSwitch: (name, value = '') => void switches.set(name, value),
    removeSwitch: (name) => void switches.delete(name),
  };
}
