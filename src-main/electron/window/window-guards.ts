import type { Session, WebContents } from 'electron';
import type { Log } from '#core/kernel/ports.ts';
import { appOrigin } from '#electron/app-protocol.ts';

/** Network, permissions, devices, screen capture and downloads stay shut. */
export function guardSession(
  session: Pick<
    Session,
    | 'on'
    | 'setPermissionRequestHandler'
    | 'setPermissionCheckHandler'
    | 'setDevicePermissionHandler'
    | 'setDisplayMediaRequestHandler'
    | 'webRequest'
  >,
  log: Log,
): void {
  session.setPermissionRequestHandler((_contents, permission, answer) => {
    log.write('warn', 'window.permission-refused', { permission });
    answer(false);
  });
  // Checked at every use of many harmless features too, so a refusal is not logged.
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, answer) => answer(null));
  session.webRequest.onBeforeRequest({ urls: ['<all_urls>'] }, (details, answer) => {
    const own = details.url.startsWith(`${appOrigin}/`);
    if (!own) log.write('warn', 'window.request-refused', { type: details.resourceType });
    answer({ cancel: !own });
  });
  session.on('will-download', (event) => {
    event.preventDefault();
    log.write('warn', 'window.download-refused');
  });
}

/** Keeps a page where main put it: no navigation, no second window, no page inside the page. */
export function guardContents(
  contents: Pick<WebContents, 'on' | 'setWindowOpenHandler'>,
  log: Log,
): void {
  contents.on('will-frame-navigate', (event) => {
    event.preventDefault();
    log.write('warn', 'window.navigation-refused');
  });
  contents.on('will-redirect', (event) => {
    event.preventDefault();
    log.write('warn', 'window.redirect-refused');
  });
  contents.on('will-attach-webview', (event) => {
    event.preventDefault();
    log.write('warn', 'window.webview-refused');
  });
  // A page has no word in whether its window closes.
  contents.on('will-prevent-unload', (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => {
    log.write('warn', 'window.open-refused');
    return { action: 'deny' };
  });
}
