type Environment = Readonly<Record<string, string | undefined>>;

/**
 * What another program runs to start this one, as words: the file that a user keeps, and not the
 * place that it was unpacked to. An AppImage and the portable program of Windows name theirs in the
 * environment; a Flatpak is started by its identifier.
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

/** The identifier of the Flatpak that the program runs in; `undefined` outside of one. */
export function flatpakId(environment: Environment): string | undefined {
  return environment['FLATPAK_ID'];
}
