/** Controls, and the marks that turn the direction of text: shown as nothing. */
export const unseenCharacters =
  /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\u2028\u2029]/gu;
