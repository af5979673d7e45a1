import {
  compile,
  createCoreContext,
  registerMessageCompiler,
  registerMessageResolver,
  resolveValue,
  translate,
} from '@intlify/core-base';
import type { Language } from '#contract/constants.ts';
import type { MessageKeys } from '#contract/locales/message-keys.ts';
import { pluralRules } from '#contract/locales/plural-rules.ts';
import { unseenCharacters } from '#contract/unseen-characters.ts';
import en from './locales/en.json' with { type: 'json' };
import ru from './locales/ru.json' with { type: 'json' };

/** Every message of main's own: menus, dialogs, notifications and the command line. */
export type TextKey = MessageKeys<typeof en>;

/** A message with its values, which are never read as a part of it; `count` picks its form. */
export interface Say {
  (key: TextKey, values?: Readonly<Record<string, string | number>>, count?: number): string;
  readonly language: Language;
}

// A message's path is looked up in nested objects, and its text compiled here: main may evaluate code.
registerMessageCompiler(compile);
registerMessageResolver(resolveValue);

function createSay(language: Language): Say {
  const context = createCoreContext({
    locale: language,
    fallbackLocale: 'en',
    messages: { en, ru },
    pluralRules,
  });
  const say = (key: TextKey, values = {}, count = 1) =>
    String(translate(context, key, values, count));
  return Object.assign(say, { language });
}

export const texts: Readonly<Record<Language, Say>> = { en: createSay('en'), ru: createSay('ru') };

/** That what was just copied has a key which is on these devices, as the user called them; empty for none. */
export function keyOnDevices(devices: readonly string[], say: Say): string {
  if (devices.length === 0) return '';
  const quoted = devices.map((device) =>
    say('consent.quoted', { text: device.replace(unseenCharacters, ' ') }),
  );
  return say('copied.elsewhere', { devices: quoted.join(', ') });
}

/** A text in every language, for where the user's is not known yet. */
export const inEveryLanguage = (...said: Parameters<Say>): string =>
  Object.values(texts)
    .map((say) => say(...said))
    .join('\n\n');
