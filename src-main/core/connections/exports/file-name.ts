/**
 * A text without what one of the three systems minds in a file's name, and without dots and spaces
 * at its ends. Nothing may be left of it.
 *
 * @param instead stands for each run of such characters
 */
export function plainFileName(text: string, instead: ' ' | '-'): string {
  return text
    .normalize('NFC')
    .replaceAll(/[\p{C}<>:"/\\|?*]+/gu, instead)
    .replaceAll(/^[.\s]+|[.\s]+$/gu, '');
}
