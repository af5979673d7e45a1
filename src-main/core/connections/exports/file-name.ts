/** Without what a system forbids in a file name; may be empty. */
export function plainFileName(text: string, instead: ' ' | '-'): string {
  return text
    .normalize('NFC')
    .replaceAll(/[\p{C}<>:"/\\|?*]+/gu, instead)
    .replaceAll(/^[-.\s]+|(?<![.\s])[.\s]+$/gu, '');
}
