import { readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import type { Protocol } from 'electron';

/** The window's address: `app://culvert/…`, the only origin that anything in it may come from. */
export const appScheme = 'app';
const appHost = 'culvert';
export const appOrigin = `${appScheme}://${appHost}`;

/** The only policy there may be is Vue's, for the fixed markup of its templates. */
const trustedTypes = "require-trusted-types-for 'script'; trusted-types vue";

/** What the window's pages may load and do: nothing but their own files, no inline script or style. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  trustedTypes,
].join('; ');

const contentTypes: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.json', 'application/json; charset=utf-8'],
  ['.svg', 'image/svg+xml; charset=utf-8'],
  ['.webp', 'image/webp'],
  ['.png', 'image/png'],
  ['.ico', 'image/x-icon'],
  ['.woff2', 'font/woff2'],
]);

const guardHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

/** Makes `app://` a real origin with storage and modules. Must run before Electron is ready. */
export function registerAppScheme(protocol: Pick<Protocol, 'registerSchemesAsPrivileged'>): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: appScheme,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ]);
}

/** From the built folder; the router's paths get `index.html`, all else outside 404. */
export function createAppProtocol(root: string): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method !== 'GET') return refusal(405);
    const path = filePath(request.url);
    if (path === undefined) return refusal(404);
    const contentType = contentTypes.get(extname(path));
    if (contentType === undefined) return refusal(404);
    try {
      const bytes = await readFile(join(root, path));
      return new Response(new Uint8Array(bytes), {
        headers: { ...guardHeaders, 'content-type': contentType },
      });
    } catch {
      return refusal(404);
    }
  };
}

function filePath(address: string): string | undefined {
  let url: URL;
  let path: string;
  try {
    url = new URL(address);
    path = decodeURIComponent(url.pathname);
  } catch {
    return undefined;
  }
  if (url.protocol !== `${appScheme}:` || url.host !== appHost) return undefined;
  if (extname(path) === '') return 'index.html';
  // The URL parser has resolved every dot segment it can see: what is left was hidden from it by an
  // encoded separator. A backslash is a separator on Windows, a colon a drive or a stream.
  if (/[\\:\0]/.test(path) || path.split('/').includes('..')) return undefined;
  return path.split('/').join(sep);
}

function refusal(status: number): Response {
  return new Response(null, { status, headers: guardHeaders });
}
