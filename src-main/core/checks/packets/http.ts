import { counted, numberAt, numberBytes, type Parsed } from './bytes.ts';

const statusLineStart = 'HTTP/1.';
/** A status line is shorter, bytes. */
const longestLine = 4096;

/** The status of an HTTP/1 answer (RFC 9112, 4). */
export function readStatus(bytes: Uint8Array): Parsed<number> {
  const text = Buffer.from(bytes.subarray(0, longestLine)).toString('latin1');
  if (!statusLineStart.startsWith(text.slice(0, statusLineStart.length))) return 'other';
  const end = text.indexOf('\n');
  if (end < 0) return text.length < longestLine ? 'more' : 'other';
  const status = /^HTTP\/1\.[01] (\d{3})(?:[ \r]|$)/.exec(text.slice(0, end))?.[1];
  return status === undefined ? 'other' : Number(status);
}

/** Reads the header of an HTTP/1 answer (RFC 9112, 2.1): names in lower case, and how many bytes follow. */
export function readHttpAnswer(bytes: Uint8Array) {
  const status = readStatus(bytes);
  if (status === 'more' || status === 'other') return status;
  const text = Buffer.from(bytes).toString('latin1');
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return text.length < 16_384 ? 'more' : 'other';
  const [, ...lines] = text.slice(0, end).split('\r\n');
  const headers = new Set(lines.map((line) => (line.split(':')[0] ?? '').trim().toLowerCase()));
  return { status, headers, rest: text.length - end - 4 };
}

/** A request for a WebSocket (RFC 6455, 4.1) or, without a key, for a page. */
export function httpRequest(options: {
  readonly path: string;
  readonly host: string;
  /** 16 random bytes ask for a WebSocket. */
  readonly webSocketKey?: Uint8Array;
}): Buffer {
  const { webSocketKey } = options;
  const lines = [
    `GET ${pathOf(options.path)} HTTP/1.1`,
    `Host: ${headerText(options.host)}`,
    'User-Agent: Mozilla/5.0',
    ...(webSocketKey === undefined
      ? ['Connection: close']
      : [
          'Connection: Upgrade',
          'Upgrade: websocket',
          `Sec-WebSocket-Key: ${Buffer.from(webSocketKey).toString('base64')}`,
          'Sec-WebSocket-Version: 13',
        ]),
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}

/** A CONNECT through a proxy (RFC 9110, 9.3.6), with Basic credentials (RFC 7617) where there are any. */
export function connectRequest(target: string, user: string, password: string): Buffer {
  const login = Buffer.from(`${user}:${password}`).toString('base64');
  const lines = [
    `CONNECT ${headerText(target)} HTTP/1.1`,
    `Host: ${headerText(target)}`,
    ...(user === '' && password === '' ? [] : [`Proxy-Authorization: Basic ${login}`]),
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}

/** What an HTTP/2 client says first: its preface and empty SETTINGS (RFC 9113, 3.4). */
export const http2Preface = Buffer.concat([
  Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'latin1'),
  counted(3),
  Buffer.from([4, 0]),
  numberBytes(0, 4),
]);

/** Whether what arrives begins with the SETTINGS that an HTTP/2 server must send first. */
export function readHttp2Settings(bytes: Uint8Array): Parsed<'settings'> {
  const length = numberAt(bytes, 0, 3);
  const type = numberAt(bytes, 3, 1);
  const stream = numberAt(bytes, 5, 4);
  if (length === undefined || type === undefined || stream === undefined) return 'more';
  return type === 4 && length % 6 === 0 && length <= 16_384 && stream === 0 ? 'settings' : 'other';
}

function pathOf(path: string): string {
  const clean = headerText(path).replaceAll(/\s/g, '%20');
  return clean.startsWith('/') ? clean : `/${clean}`;
}

/** A URL's text cannot end its header line. */
function headerText(text: string): string {
  return Array.from(text)
    .filter((character) => /^[ -~]$/.test(character))
    .join('');
}
