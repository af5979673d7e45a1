import { unseenCharacters } from './unseen-characters.ts';

const scheme = /^[a-z][a-z0-9+.-]*:/i;
/** A bare `user:pass@host:port`, as the service gives proxies. */
const bareProxy = /^(?![a-z][a-z0-9+.-]*:\/\/)\S*@[^\s/?#@]+$/i;

/** The files that a connection URL may be instead. Each leaves under the rule of its form. */
export function fileIn(text: string): 'awg' | 'xray' | undefined {
  if (text.trimStart().startsWith('{')) return 'xray';
  const lines = text.toLowerCase().split(/[\r\n]/);
  return lines.some((line) => line.trimStart().startsWith('[interface]')) ? 'awg' : undefined;
}

/** Whether it is one line with a scheme, a bare proxy, or a file that Culvert knows. */
export function isConnectionUrl(text: string): boolean {
  const isLine = text.search(unseenCharacters) < 0;
  if (isLine && (text === '' || scheme.test(text) || bareProxy.test(text))) return true;
  return fileIn(text) !== undefined;
}
