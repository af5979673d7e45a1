import { delimiter } from 'node:path';

/** The lists of folders that the start script of an AppImage puts its own folder into. */
const lists = ['LD_LIBRARY_PATH', 'PATH', 'XDG_DATA_DIRS', 'GSETTINGS_SCHEMA_DIR'];

/** What this program starts must not load the AppImage's libraries. Changes `environment`. */
export function leaveAppImage(environment: NodeJS.ProcessEnv): void {
  const mounted = environment['APPDIR'];
  if (environment['APPIMAGE'] === undefined || mounted === undefined || mounted === '') return;
  for (const name of lists) {
    const folders = environment[name]?.split(delimiter);
    if (folders === undefined) continue;
    const others = folders.filter(
      (folder) => folder !== '' && folder !== mounted && !folder.startsWith(`${mounted}/`),
    );
    if (others.length > 0) environment[name] = others.join(delimiter);
    else Reflect.deleteProperty(environment, name);
  }
}
