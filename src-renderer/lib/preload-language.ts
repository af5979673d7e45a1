import { loadMessages } from '#renderer/locales/load-messages.ts';

// Imported before the rest of the page: the messages of the system's language, which most users see,
// are read while that is evaluated. Main knows the chosen language only later.
void loadMessages[navigator.language.startsWith('ru') ? 'ru' : 'en']();
