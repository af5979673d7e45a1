/**
 * A text without the characters that one of the three systems forbids in a file name, and without
 * dots and spaces at its ends and hyphens at its beginning, which programs take for an option. The
 * result may be empty.
 *
 * @param instead replaces each run of such characters
 */
export function plainFileName(text: string, instead: ' ' | '-'): string {
  return text
    .normalize('NFC')
    .replaceAll(/[\p{C}<>:"/\\|?*]+/gu, instead)
    .replaceAll(/^[-.\s]+|(?<![.\s])[.\s]+$/gu, '');
}
