import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { app, BrowserWindow } from 'electron';

/** Shows a blank window and ends: with 0 once its page is there, with 1 when that fails. */
app.setPath('userData', mkdtempSync(join(tmpdir(), 'culvert-blank-')));
app.on('child-process-gone', () => app.exit(1));
void app.whenReady().then(async () => {
  try {
    await new BrowserWindow({ show: false }).loadURL('data:text/html,');
    app.exit(0);
  } catch {
    app.exit(1);
  }
});
