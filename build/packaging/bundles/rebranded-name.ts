import type { Plugin } from 'vite';

const ours = /\/(?:src-(?:main|preload|renderer)\/.*\.(?:ts|vue|json)|docs\/guide(?:\.ru)?\.md)$/;
const word = /\bCulvert\b/gu;

/**
 * Gives the program another name wherever it says its own: windows, tray, notifications, both
 * languages, the keychain's entries. One word of the source, replaced as it is read; nothing is
 * replaced in a build that keeps the name.
 */
export function rebrandedName(productName: string): Plugin {
  const rename = (text: string): string => text.replace(word, () => productName);
  return {
    name: 'culvert:rebranded-name',
    enforce: 'pre',
    apply: () => productName !== 'Culvert',
    transform: (code, id) =>
      ours.test(id.replaceAll('\\', '/').replace(/\?.*$/, '')) && code.includes('Culvert')
        ? { code: rename(code), map: null }
        : null,
    transformIndexHtml: { order: 'pre', handler: rename },
  };
}
