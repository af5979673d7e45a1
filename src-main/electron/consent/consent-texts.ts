import type { PurchasedProduct } from '#contract/endpoint.ts';
import type { ConsentQuestion, PurchaseQuestion } from '#core/consent/question.ts';
import { hostAndPort } from '#core/network/host-and-port.ts';
import type { Language } from '#electron/tray/tray-labels.ts';

/** What a dialog says. `lines` are the facts, one a line. */
export interface ConsentText {
  readonly message: string;
  readonly lines: readonly string[];
  readonly confirm: string;
  readonly refuse: string;
}

type QuestionOf<Kind extends ConsentQuestion['kind']> = Extract<ConsentQuestion, { kind: Kind }>;

interface Said {
  readonly message: string;
  readonly lines?: readonly string[];
  readonly confirm: string;
}

/** One language's words for each kind of question. */
type Words = {
  readonly [Kind in ConsentQuestion['kind']]: (question: QuestionOf<Kind>) => Said;
} & {
  readonly refuse: string;
  readonly newKey: (name: string) => { message: string; hint: string; copy: string; close: string };
};

/** No text of the service or the window makes a line longer than this. */
const longestText = 120;

/**
 * Text from elsewhere on one line of a dialog: without control and invisible characters, which could
 * begin a line of their own or turn the direction of what follows, and of bounded length.
 */
export function plainLine(text: string): string {
  const plain = text
    .toWellFormed()
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  const characters = Array.from(plain);
  return characters.length > longestText ? `${characters.slice(0, longestText).join('')}…` : plain;
}

/** "199 ₽", "1.7 TON": as the service gives it, with the separators of the language. */
function money(amount: number, currency: string, language: Language): string {
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 9 }).format(amount);
  return `${number} ${currency === 'RUB' ? '₽' : plainLine(currency)}`;
}

/** Digits in groups of four. */
function grouped(digits: string): string {
  return plainLine(digits).replaceAll(/(.{4})(?=.)/g, '$1 ');
}

const english: Words = {
  purchase: (question) => ({
    message: `${englishAction(question)}?`,
    lines: [
      quoted('en', question.subject),
      question.by === 'promocode'
        ? 'Paid with a promocode.'
        : `Price: ${question.price === null ? 'not known to Culvert' : money(question.price.amount, question.price.currency, 'en')}.`,
      question.by === 'balance' ? 'Paid from the balance.' : '',
      question.by === 'payment-method' ? 'Paid by another payment method.' : '',
      question.autoRenewal ? 'Auto-renewal is turned on.' : '',
    ],
    confirm: question.action === 'renew' ? 'Renew' : 'Buy',
  }),
  withdrawal: ({ amount, to }) => ({
    message: `Withdraw ${money(amount, 'RUB', 'en')} from the referral balance?`,
    lines:
      to.by === 'card'
        ? [`To the card ${grouped(to.number)}.`]
        : [`By SBP to the phone ${plainLine(to.phone)}.`, `Bank: ${plainLine(to.bank)}.`],
    confirm: 'Withdraw',
  }),
  'api-key': ({ name }) => ({
    message: 'Create a new API key?',
    lines: [
      quoted('en', name),
      'Whoever has the key can use the account and spend its balance. Culvert shows it in a dialog of its own.',
    ],
    confirm: 'Create',
  }),
  'key-reset': ({ of, subject }) => ({
    message:
      of === 'account'
        ? 'Replace the subscription key of the account?'
        : 'Replace the key of this subscription?',
    lines: [quoted('en', subject), 'The old address stops working on every device.'],
    confirm: 'Replace',
  }),
  'auto-renewal': ({ product, subject, days }) => ({
    message: `Turn on auto-renewal of ${englishThe[product]}?`,
    lines: [
      quoted('en', subject),
      `The service then renews for ${String(days)} ${days === 1 ? 'day' : 'days'} at a time and takes the price from the balance without asking.`,
    ],
    confirm: 'Turn on',
  }),
  allowance: ({ roubles }) => ({
    message: `Spend up to ${money(roubles, 'RUB', 'en')} a day without asking?`,
    lines: ['Purchases from the balance are then not asked about until they reach this sum.'],
    confirm: 'Allow',
  }),
  unlock: () => ({
    message: 'Unlock Culvert?',
    lines: ['The account is opened again with its key from the keychain.'],
    confirm: 'Unlock',
  }),
  'touch-id-off': () => ({
    message: 'Stop asking for Touch ID?',
    lines: ['Purchases and the like then need nothing but a press of the button.'],
    confirm: 'Stop asking',
  }),
  service: ({ origin }) => ({
    message: 'Connect to this service?',
    lines: [plainLine(origin), 'The API key that you enter is sent there.'],
    confirm: 'Connect',
  }),
  proxy: ({ proxy, host, port }) => ({
    message: 'Use this proxy?',
    lines: [proxyAddress(proxy, host, port), 'All connections to the service go through it.'],
    confirm: 'Use',
  }),
  'check-resolver': ({ owner, url }) => ({
    message: `Compare addresses with the resolver of ${plainLine(owner)}?`,
    lines: [
      plainLine(url),
      `With each check ${plainLine(owner)} learns the names of the servers that are checked, and this computer’s address.`,
    ],
    confirm: 'Compare',
  }),
  'check-address': ({ host, port }) => ({
    message: 'Let checks of proxies connect to this address?',
    lines: [
      plainLine(hostAndPort(host, port)),
      'Every HTTP and SOCKS5 proxy that is checked opens a connection to it. Nothing is sent over that.',
    ],
    confirm: 'Allow',
  }),
  authority: ({ authorities }) => ({
    message:
      authorities.length === 1
        ? 'Trust this certificate authority?'
        : 'Trust these certificate authorities?',
    lines: [
      ...authorities.flatMap(({ subject, fingerprint }) => [
        plainLine(subject),
        `SHA-256 ${fingerprint}`,
      ]),
      'Whoever has its key can read and change what Culvert and the service say to each other.',
    ],
    confirm: 'Trust',
  }),
  refuse: 'Cancel',
  newKey: (name) => ({
    message: `API key${name === '' ? '' : ` “${name}”`}`,
    hint: 'It is shown in this dialog only.',
    copy: 'Copy',
    close: 'Close',
  }),
};

const englishThe: Readonly<Record<PurchasedProduct, string>> = {
  config: 'a VPN configuration',
  'cloud-server': 'a cloud server',
  'paid-option': 'a paid option',
};

function englishAction({ action, product }: PurchaseQuestion): string {
  if (action === 'key') return `Buy an activation key for ${englishThe[product]}`;
  return `${action === 'renew' ? 'Renew' : 'Buy'} ${englishThe[product]}`;
}

const russian: Words = {
  purchase: (question) => ({
    message: `${russianAction(question)}?`,
    lines: [
      quoted('ru', question.subject),
      question.by === 'promocode'
        ? 'Оплата промокодом.'
        : `Цена: ${question.price === null ? 'неизвестна Culvert' : money(question.price.amount, question.price.currency, 'ru')}.`,
      question.by === 'balance' ? 'Оплата с баланса.' : '',
      question.by === 'payment-method' ? 'Оплата другим способом.' : '',
      question.autoRenewal ? 'Автопродление будет включено.' : '',
    ],
    confirm: question.action === 'renew' ? 'Продлить' : 'Купить',
  }),
  withdrawal: ({ amount, to }) => ({
    message: `Вывести ${money(amount, 'RUB', 'ru')} с реферального баланса?`,
    lines:
      to.by === 'card'
        ? [`На карту ${grouped(to.number)}.`]
        : [`Через СБП на телефон ${plainLine(to.phone)}.`, `Банк: ${plainLine(to.bank)}.`],
    confirm: 'Вывести',
  }),
  'api-key': ({ name }) => ({
    message: 'Создать новый API-ключ?',
    lines: [
      quoted('ru', name),
      'С этим ключом можно пользоваться аккаунтом и тратить его баланс. Culvert покажет его в отдельном окне.',
    ],
    confirm: 'Создать',
  }),
  'key-reset': ({ of, subject }) => ({
    message: of === 'account' ? 'Заменить ключ подписки аккаунта?' : 'Заменить ключ этой подписки?',
    lines: [quoted('ru', subject), 'Старый адрес перестанет работать на всех устройствах.'],
    confirm: 'Заменить',
  }),
  'auto-renewal': ({ product, subject, days }) => ({
    message: `Включить автопродление ${russianOf[product]}?`,
    lines: [
      quoted('ru', subject),
      `Сервис будет продлевать на срок в днях: ${String(days)} — и списывать цену с баланса без вопросов.`,
    ],
    confirm: 'Включить',
  }),
  allowance: ({ roubles }) => ({
    message: `Тратить до ${money(roubles, 'RUB', 'ru')} в день без вопросов?`,
    lines: ['О покупках с баланса Culvert не спросит, пока они не достигнут этой суммы.'],
    confirm: 'Разрешить',
  }),
  unlock: () => ({
    message: 'Разблокировать Culvert?',
    lines: ['Аккаунт снова откроется с ключом из системного хранилища ключей.'],
    confirm: 'Разблокировать',
  }),
  'touch-id-off': () => ({
    message: 'Больше не запрашивать Touch ID?',
    lines: ['Тогда для покупок и других важных действий хватит нажатия кнопки.'],
    confirm: 'Не запрашивать',
  }),
  service: ({ origin }) => ({
    message: 'Подключиться к этому сервису?',
    lines: [plainLine(origin), 'Введённый API-ключ будет отправлен туда.'],
    confirm: 'Подключиться',
  }),
  proxy: ({ proxy, host, port }) => ({
    message: 'Использовать этот прокси?',
    lines: [proxyAddress(proxy, host, port), 'Через него пойдут все соединения с сервисом.'],
    confirm: 'Использовать',
  }),
  'check-resolver': ({ owner, url }) => ({
    message: `Сравнивать адреса с DNS-сервером ${plainLine(owner)}?`,
    lines: [
      plainLine(url),
      `При каждой проверке ${plainLine(owner)} узнаёт имена проверяемых серверов и адрес этого компьютера.`,
    ],
    confirm: 'Сравнивать',
  }),
  'check-address': ({ host, port }) => ({
    message: 'Подключаться к этому адресу при проверке прокси?',
    lines: [
      plainLine(hostAndPort(host, port)),
      'Каждый проверяемый HTTP- и SOCKS5-прокси откроет к нему соединение. Через него ничего не передаётся.',
    ],
    confirm: 'Разрешить',
  }),
  authority: ({ authorities }) => ({
    message:
      authorities.length === 1
        ? 'Доверять этому центру сертификации?'
        : 'Доверять этим центрам сертификации?',
    lines: [
      ...authorities.flatMap(({ subject, fingerprint }) => [
        plainLine(subject),
        `SHA-256 ${fingerprint}`,
      ]),
      'Владелец его ключа сможет читать и изменять обмен между Culvert и сервисом.',
    ],
    confirm: 'Доверять',
  }),
  refuse: 'Отмена',
  newKey: (name) => ({
    message: `API-ключ${name === '' ? '' : ` «${name}»`}`,
    hint: 'Он показывается только в этом окне.',
    copy: 'Копировать',
    close: 'Закрыть',
  }),
};

const russianOf: Readonly<Record<PurchasedProduct, string>> = {
  config: 'VPN-конфигурации',
  'cloud-server': 'облачного сервера',
  'paid-option': 'платной опции',
};

const russianWhat: Readonly<Record<PurchasedProduct, string>> = {
  config: 'VPN-конфигурацию',
  'cloud-server': 'облачный сервер',
  'paid-option': 'платную опцию',
};

function russianAction({ action, product }: PurchaseQuestion): string {
  if (action === 'key') return `Купить ключ активации ${russianOf[product]}`;
  return `${action === 'renew' ? 'Продлить' : 'Купить'} ${russianWhat[product]}`;
}

function quoted(language: Language, text: string): string {
  const plain = plainLine(text);
  if (plain === '') return '';
  return language === 'ru' ? `«${plain}»` : `“${plain}”`;
}

function proxyAddress(kind: string, host: string, port: number): string {
  return `${kind === 'http' ? 'HTTP' : 'SOCKS5'} ${hostAndPort(plainLine(host), port)}`;
}

const words: Readonly<Record<Language, Words>> = { en: english, ru: russian };

/** What the user reads before they agree to it. */
export function consentText(question: ConsentQuestion, language: Language): ConsentText {
  const { message, lines = [], confirm } = say(words[language], question);
  return {
    message,
    lines: lines.filter((line) => line !== ''),
    confirm,
    refuse: words[language].refuse,
  };
}

function say(said: Words, question: ConsentQuestion): Said {
  switch (question.kind) {
    case 'purchase':
      return said.purchase(question);
    case 'withdrawal':
      return said.withdrawal(question);
    case 'api-key':
      return said['api-key'](question);
    case 'key-reset':
      return said['key-reset'](question);
    case 'auto-renewal':
      return said['auto-renewal'](question);
    case 'allowance':
      return said.allowance(question);
    case 'unlock':
      return said.unlock(question);
    case 'touch-id-off':
      return said['touch-id-off'](question);
    case 'service':
      return said.service(question);
    case 'proxy':
      return said.proxy(question);
    case 'check-resolver':
      return said['check-resolver'](question);
    case 'check-address':
      return said['check-address'](question);
    case 'authority':
      return said.authority(question);
  }
}

/** What macOS puts after "Culvert is trying to": the question as a phrase, or one word to unlock. */
export function touchIdText(question: ConsentQuestion, language: Language): string {
  const { message, confirm } = consentText(question, language);
  const phrase = question.kind === 'unlock' ? confirm : message.replace(/\?$/, '');
  return `${phrase.charAt(0).toLowerCase()}${phrase.slice(1)}`;
}

/** The dialog of a new API key. */
export function newKeyText(name: string, key: string, language: Language): ConsentText {
  const { message, hint, copy, close } = words[language].newKey(plainLine(name));
  return { message, lines: [key, hint], confirm: copy, refuse: close };
}
