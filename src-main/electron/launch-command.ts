type Environment = Readonly<Record<string, string | undefined>>;

/** The words that start this program: the AppImage that the user downloaded, or the Flatpak's identifier. */
export function launchCommand(environment: Environment, executable: string): readonly string[] {
  const flatpak = flatpakId(environment);
  if (flatpak !== undefined) return ['flatpak', 'run', flatpak];
  return [environment['APPIMAGE'] ?? executable];
}

/** Not a package of the system. */
export function updatesItself(platform: NodeJS.Platform, environment: Environment): boolean {
  return platform !== 'linux' || environment['APPIMAGE'] !== undefined;
}

/** The identifier of the Flatpak that the program runs in; `undefined` outside of one. */
export function flatpakId(environment: Environment): string | undefined {
  return environment['FLATPAK_ID'];
}
