/**
 * Controls, which a terminal would take for commands, and the marks that turn the direction of the
 * text after them: what the service sends is shown without either.
 */
export const unseenCharacters =
  /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\u2028\u2029]/gu;
