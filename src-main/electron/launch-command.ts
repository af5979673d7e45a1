type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The command line that starts this program, as words. For an AppImage and the portable program of
 * Windows it is the file that the user downloaded, which the environment names, not the place that it
 * was unpacked to. A Flatpak is started by its identifier.
 *
 * @param executable the file of the running program
 */
export function launchCommand(environment: Environment, executable: string): readonly string[] {
  const flatpak = flatpakId(environment);
  if (flatpak !== undefined) return ['flatpak', 'run', flatpak];
  return [environment['APPIMAGE'] ?? portableFile(environment) ?? executable];
}

/** The file that was started of Windows' portable program; `undefined` for every other package. */
export function portableFile(environment: Environment): string | undefined {
  return environment['PORTABLE_EXECUTABLE_FILE'];
}

/** Not a package of the system, nor the portable program, whose file is the user's. */
export function updatesItself(platform: NodeJS.Platform, environment: Environment): boolean {
  if (platform === 'linux') return environment['APPIMAGE'] !== undefined;
  return portableFile(environment) === undefined;
}

/** The identifier of the Flatpak that the program runs in; `undefined` outside of one. */
export function flatpakId(environment: Environment): string | undefined {
  return environment['FLATPAK_ID'];
}
