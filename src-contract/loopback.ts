/** Hosts that are this machine itself, where plain HTTP cannot be read by others. */
const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether a URL leads to this machine itself. */
export function isLoopback({ hostname }: URL): boolean {
  return loopback.test(hostname);
}
