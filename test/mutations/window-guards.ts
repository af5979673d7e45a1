import type { Mutation } from './mutation.ts';

const guards = 'src-main/electron/window/window-guards.ts';
const host = 'src-main/electron/ipc-host.ts';
const protocol = 'src-main/electron/app-protocol.ts';
const opening = 'src-main/electron/window/start-window.ts';
const window = 'src-main/electron/window/window.ts';

const ofGuards = (guard: string, instead: string): Mutation => ({
  file: guards,
  guard,
  instead,
  test: 'test/electron/window/window-guards.test.ts',
});
const ofHost = (guard: string, instead: string): Mutation => ({
  file: host,
  guard,
  instead,
  test: 'test/electron/ipc-host.test.ts',
});
const ofProtocol = (guard: string, instead: string): Mutation => ({
  file: protocol,
  guard,
  instead,
  test: 'test/electron/app-protocol.test.ts',
});
const ofWindow = (guard: string, instead: string): Mutation => ({
  file: window,
  guard,
  instead,
  test: 'test/electron/window/window.test.ts',
  name: 'is made with nothing that a page has no need of',
});
const ofShell = (guard: string, instead: string, name: string): Mutation => ({
  file: opening,
  guard,
  instead,
  test: 'test/electron/window/window.test.ts',
  name,
});

const prevented = "  contents.on('will-frame-navigate', (event) => {\n    event.preventDefault();";

/**
 * Every guard of the checklist, and what the code would be without it. Not among them is what only
 * narrows a type: a sender is never `undefined`, nor a main frame `null`.
 */
export const windowGuards: readonly Mutation[] = [
  ofGuards('answer(false);', 'answer(true);'),
  ofGuards('setPermissionCheckHandler(() => false)', 'setPermissionCheckHandler(() => true)'),
  ofGuards('setDevicePermissionHandler(() => false)', 'setDevicePermissionHandler(() => true)'),
  ofGuards('    answer(null);', '    answer({});'),
  ofGuards('answer({ cancel: !own });', 'answer({ cancel: false });'),
  ofGuards('startsWith(`${appOrigin}/`)', 'startsWith(appOrigin)'),
  ofGuards(
    "'will-download', (event) => {\n    event.preventDefault();",
    "'will-download', (event) => {",
  ),
  ofGuards(prevented, prevented.replace('    event.preventDefault();', '')),
  ofGuards(
    "'will-redirect', (event) => {\n    event.preventDefault();",
    "'will-redirect', (event) => {",
  ),
  ofGuards(
    "'will-attach-webview', (event) => {\n    event.preventDefault();",
    "'will-attach-webview', (event) => {",
  ),
  ofGuards("{ action: 'deny' }", "{ action: 'allow' }"),

  ofHost('contents === undefined || event.sender !== contents', 'contents === undefined'),
  ofHost('frame !== contents.mainFrame || ', ''),
  ofHost(" ? undefined : 'origin'", ' ? undefined : undefined'),
  ofHost('frame.origin === appOrigin', 'frame.origin.startsWith(appOrigin)'),
  ofHost('call.length !== 2', 'call.length < 2'),
  ofHost("typeof name !== 'string' || ", ''),
  ofHost(' || name.length > longestName', ''),
  ofHost(
    "byteLength > largestInput ? 'size' : undefined",
    'byteLength > 0 ? undefined : undefined',
  ),
  ofHost('Number.isInteger(Math.log2(count))', 'count > 0'),

  ofProtocol("request.method !== 'GET'", 'request.method === null'),
  ofProtocol('url.protocol !== `${appScheme}:` || ', ''),
  ofProtocol(' || url.host !== appHost', ''),
  ofProtocol(" || path.split('/').includes('..')", ''),
  ofProtocol('/[\\\\:\\0]/.test(path) || ', ''),
  ofProtocol('contentType === undefined', 'contentType === null'),
  ofProtocol('"default-src \'none\'"', '"default-src *"'),
  ofProtocol('"script-src \'self\'"', "\"script-src 'self' 'unsafe-inline'\""),
  ofProtocol('"style-src \'self\'"', "\"style-src 'self' 'unsafe-inline'\""),
  ofProtocol('"connect-src \'self\'"', '"connect-src *"'),
  ofProtocol('"base-uri \'none\'"', '"base-uri *"'),
  ofProtocol('"form-action \'none\'"', '"form-action *"'),
  ofProtocol('"frame-ancestors \'none\'"', '"frame-ancestors *"'),
  ofProtocol('  trustedTypes,\n].join', '].join'),
  ofProtocol("  'x-content-type-options': 'nosniff',\n", ''),
  ofProtocol("  'referrer-policy': 'no-referrer',\n", ''),
  ofProtocol("  'cross-origin-opener-policy': 'same-origin',\n", ''),
  ofProtocol("  'cross-origin-resource-policy': 'same-origin',\n", ''),

  ofWindow('contextIsolation: true', 'contextIsolation: false'),
  ofWindow('sandbox: true', 'sandbox: false'),
  ofWindow('nodeIntegration: false', 'nodeIntegration: true'),
  ofWindow('nodeIntegrationInWorker: false', 'nodeIntegrationInWorker: true'),
  ofWindow('nodeIntegrationInSubFrames: false', 'nodeIntegrationInSubFrames: true'),
  ofWindow('webSecurity: true', 'webSecurity: false'),
  ofWindow('allowRunningInsecureContent: false', 'allowRunningInsecureContent: true'),
  ofWindow('experimentalFeatures: false', 'experimentalFeatures: true'),
  ofWindow('webviewTag: false', 'webviewTag: true'),
  ofWindow('navigateOnDragDrop: false', 'navigateOnDragDrop: true'),
  ofWindow('spellcheck: false', 'spellcheck: true'),
  {
    ...ofWindow('devTools: parts.devTools', 'devTools: true'),
    name: 'has no developer tools once it is packaged',
  },
  ofShell('  guardSession(session, log);\n', '', 'has no permission'),
  ofShell('    guardContents(contents, log);\n', '', 'goes nowhere and opens nothing'),
];
