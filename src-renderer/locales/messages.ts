import type { MessageKeys } from '#contract/locales/message-keys.ts';
import type en from './en.json';

/** Every message of the window. */
export type MessageKey = MessageKeys<typeof en>;
