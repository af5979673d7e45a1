import type { Session, WebPreferences } from 'electron';

/** What every page of the program is given: its preload script, a sandbox, and nothing else. */
export function pagePreferences(parts: {
  readonly session: Session;
  readonly preload: string;
  readonly devTools: boolean;
}): WebPreferences {
  return {
    session: parts.session,
    preload: parts.preload,
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    // Its dictionaries would be downloaded from a third party, and no prose is typed here.
    spellcheck: false,
    devTools: parts.devTools,
  };
}
