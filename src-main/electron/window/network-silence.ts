import type { App, Session, WebContents } from 'electron';

/** The discard port of this computer, without Chromium's exception for loopback. */
const deadProxy = {
  mode: 'fixed_servers',
  proxyRules: '127.0.0.1:9',
  proxyBypassRules: '<-loopback>',
} as const;

/** A name that no resolver answers (RFC 6761). */
const deadDictionaries = 'https://dictionaries.invalid/';

/**
 * Prevents the requests that Chromium makes by itself, in every session. Call it before Electron is ready.
 *
 * Each session loads spelling dictionaries when it is created, even if a window disables `spellcheck`: from a
 * server of Google's, unless no language is left before the loading has begun, which is in `session-created`.
 * Names that a page wants resolved in advance are no requests, so neither the policy nor `webRequest` sees
 * them. With `hasUpdates` a feed must be resolved, so only the page's own wishes are closed.
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
