/** Hosts that are this machine itself, where plain HTTP cannot be read by others. */
const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether a URL leads to this machine itself. */
export function isLoopback({ hostname }: URL): boolean {
  return loopback.test(hostname);
}

/** A service's address as typed, on this machine http where no scheme is; `null` where none is allowed. */
export function serviceUrl(text: string): URL | null {
  const typed = text.trim();
  const hasScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(typed);
  const url = URL.parse(hasScheme ? typed : `http://${typed}`);
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url))) return url;
  return hasScheme ? null : URL.parse(`https://${typed}`);
}
