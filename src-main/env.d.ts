/// <reference types="electron-vite/node" />

// Build options (docs/packaging.md); the bundler inserts the values.

/** What the system knows the program by. */
declare const __CULVERT_APP_ID__: string;
/** The address that the sign-in screen begins with, or nothing. */
declare const __CULVERT_SERVICE__: string;
/** The page where that service makes keys, or nothing. */
declare const __CULVERT_KEYS_PAGE__: string;
/** The template of a subscription's URL at that service (`subscriptionTemplate`), or nothing. */
declare const __CULVERT_SUBSCRIPTION_URL__: string;
/** The public key of who announces updates (`isSigned`); empty for a build without them. */
declare const __CULVERT_UPDATE_KEY__: string;
