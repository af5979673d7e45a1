import type { MessageKeys } from '#contract/locales/message-keys.ts';
import type en from './en.json';

export type MessageKey = MessageKeys<typeof en>;
