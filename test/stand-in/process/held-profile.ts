import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { sep } from 'node:path';

/** Holds the profile's folder as Windows does: Chromium holds files in it until the process has ended. */
export function holdProfile(app: { readonly profile: string }): void {
  const { rmSync } = fs;
  fs.rmSync = (path, options) => {
    if (`${app.profile}${sep}`.startsWith(`${String(path)}${sep}`)) {
      throw Object.assign(new Error(`EBUSY: resource busy or locked, rm '${String(path)}'`), {
        code: 'EBUSY',
      });
    }
    rmSync(path, options);
  };
  syncBuiltinESMExports();
}
