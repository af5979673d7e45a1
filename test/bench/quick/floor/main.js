// The least that is a quick copy window: keys show a hidden window with a field, what is typed is
// asked of main, which always answers the same rows.
import { join } from 'node:path';
import { app, BrowserWindow, globalShortcut, ipcMain, protocol, session } from 'electron';

const page = `<!doctype html><title>Floor</title><input role="combobox" autofocus><ul></ul><script>
  const field = document.querySelector('input');
  field.addEventListener('input', async () => {
    const rows = await bench.find(field.value);
    const found = document.createElement('mark');
    found.textContent = field.value;
    const lines = rows.map((row) => {
      const line = document.createElement('li');
      line.setAttribute('role', 'option');
      line.textContent = [row.title, row.protocol, row.place].join(' ');
      return line;
    });
    lines[0].prepend(found);
    document.querySelector('ul').replaceChildren(...lines);
  });
</script>`;
const rows = Array.from({ length: 30 }, (_, n) => ({
  key: `config:${n}`,
  title: `Office ${n}`,
  protocol: 'vless',
  place: 'Stockholm',
  country: 'SE',
  host: 'one.example.com:443',
  online: 'online',
  expiresAt: 2_000_000_000,
  forms: ['url', 'xray'],
}));

protocol.registerSchemesAsPrivileged([
  { scheme: 'app', privileges: { standard: true, secure: true } },
]);

void app.whenReady().then(() => {
  session.defaultSession.protocol.handle('app', () =>
    Promise.resolve(new Response(page, { headers: { 'content-type': 'text/html' } })),
  );
  const window = new BrowserWindow({
    width: 640,
    height: 440,
    title: 'Floor',
    show: false,
    webPreferences: { preload: join(import.meta.dirname, 'preload.cjs') },
  });
  ipcMain.handle('find', () => rows);
  globalShortcut.register('Control+Shift+Space', () => {
    window.show();
    window.focus();
    window.webContents.send('shown');
  });
  void window.loadURL('app://floor/');
});
