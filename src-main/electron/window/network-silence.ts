import type { App, Session, WebContents } from 'electron';

/**
 * A proxy that answers nobody: a port of this computer that is for discarding. Without the exception
 * for the own computer that Chromium makes by itself.
 */
const deadProxy = {
  mode: 'fixed_servers',
  proxyRules: '127.0.0.1:9',
  proxyBypassRules: '<-loopback>',
} as const;

/** A name that no resolver answers (RFC 6761). */
const deadDictionaries = 'https://dictionaries.invalid/';

/**
 * Closes what Chromium would send by itself, in every session. Call it before Electron is ready.
 *
 * Each session loads dictionaries for spelling when it is made, whatever `spellcheck` of a window
 * says: from a server of Google's, unless no language is left before the loading has begun, which is
 * in `session-created`. Names that a page wants resolved in advance are no requests, so neither the
 * policy nor `webRequest` sees them.
 *
 * @param hasUpdates a feed must be resolved, so that only the page's own wishes are closed
 */
export function silenceChromium(app: Pick<App, 'commandLine' | 'on'>, hasUpdates: boolean): void {
  app.commandLine.appendSwitch('blink-settings', 'dnsPrefetchingEnabled=false');
  if (!hasUpdates) app.commandLine.appendSwitch('host-resolver-rules', 'MAP * ~NOTFOUND');
  app.on('session-created', (session) => {
    session.setSpellCheckerDictionaryDownloadURL(deadDictionaries);
    session.setSpellCheckerLanguages([]);
  });
}

/** Closes the connections of a window's session that are no requests, such as those made in advance. */
export async function closeSession(session: Pick<Session, 'setProxy'>): Promise<void> {
  await session.setProxy(deadProxy);
}

/** Keeps WebRTC from sending anything past the session's proxy, which is dead. */
export function silenceWebRtc(contents: Pick<WebContents, 'setWebRTCIPHandlingPolicy'>): void {
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
}
