/** No file name is made of more, characters: trimming both ends takes the square of a length. */
const longestText = 500;

/**
 * A text without the characters that one of the three systems forbids in a file name, and without
 * dots and spaces at its ends. The result may be empty.
 *
 * @param instead replaces each run of such characters
 */
export function plainFileName(text: string, instead: ' ' | '-'): string {
  return text
    .slice(0, longestText)
    .normalize('NFC')
    .replaceAll(/[\p{C}<>:"/\\|?*]+/gu, instead)
    .replaceAll(/^[.\s]+|[.\s]+$/gu, '');
}
