/** A place where servers stand. Titles are in the two languages of the app. */
export interface LocationRecord {
  readonly id: number;
  readonly code: string;
  readonly title: Localized;
  readonly description: Localized;
  readonly caption: Localized;
  readonly is_active: boolean;
  readonly ping_ip: string | null;
  readonly emoji: string;
  /** Whether cloud servers can be rented there, and of which kind. */
  readonly cloud: CloudOffer | null;
}

interface CloudOffer {
  readonly server_type: 'standard' | 'premium';
  readonly available_tariff_config_ids: readonly number[];
  /** The cloud list may have no caption. */
  readonly captioned: boolean;
}

export type Language = 'ru' | 'en';
type Localized = Readonly<Record<Language, string>>;

const standard: CloudOffer = {
  server_type: 'standard',
  available_tariff_config_ids: [1],
  captioned: true,
};
const premium: CloudOffer = {
  server_type: 'premium',
  available_tariff_config_ids: [1, 2],
  captioned: true,
};

function place(
  id: number,
  code: string,
  emoji: string,
  title: readonly [ru: string, en: string],
  city: readonly [ru: string, en: string],
  caption: readonly [ru: string, en: string],
  more: Partial<Pick<LocationRecord, 'is_active' | 'ping_ip' | 'cloud'>> = {},
): LocationRecord {
  return {
    id,
    code,
    emoji,
    title: { ru: title[0], en: title[1] },
    description: { ru: city[0], en: city[1] },
    caption: { ru: caption[0], en: caption[1] },
    is_active: true,
    // What it answers, it answers at once: all of this service is on this machine.
    ping_ip: '127.0.0.1',
    cloud: null,
    ...more,
  };
}

/** Location on which mtproto subconfigs are unavailable (specification, part 2, VPN configurations). */
export const locationWithoutMtproto = 12;

/** The only location that takes `pass_all_traffic_through_vpn` (specification, part 1, flags). */
const locationPassingAllTraffic = 18;

const fast = ['Низкая задержка', 'Low latency'] as const;
const streaming = ['Подходит для видео', 'Good for streaming'] as const;
const games = ['Подходит для игр', 'Good for games'] as const;
const none = ['', ''] as const;

/** Every location of the service, in the order of the list. */
export const locations: readonly LocationRecord[] = [
  place(1, 'DE', '🇩🇪', ['Германия', 'Germany'], ['Франкфурт-на-Майне', 'Frankfurt'], fast, {
    cloud: premium,
  }),
  place(2, 'NL', '🇳🇱', ['Нидерланды', 'Netherlands'], ['Амстердам', 'Amsterdam'], streaming, {
    cloud: premium,
  }),
  place(3, 'FI', '🇫🇮', ['Финляндия', 'Finland'], ['Хельсинки', 'Helsinki'], fast, {
    cloud: standard,
  }),
  place(4, 'SE', '🇸🇪', ['Швеция', 'Sweden'], ['Стокгольм', 'Stockholm'], streaming),
  place(5, 'PL', '🇵🇱', ['Польша', 'Poland'], ['Варшава', 'Warsaw'], games, {
    cloud: { ...standard, captioned: false },
  }),
  place(6, 'FR', '🇫🇷', ['Франция', 'France'], ['Париж', 'Paris'], streaming),
  place(7, 'GB', '🇬🇧', ['Великобритания', 'United Kingdom'], ['Лондон', 'London'], streaming),
  place(8, 'US', '🇺🇸', ['США', 'United States'], ['Нью-Йорк', 'New York'], streaming, {
    cloud: premium,
  }),
  place(9, 'TR', '🇹🇷', ['Турция', 'Türkiye'], ['Стамбул', 'Istanbul'], games),
  place(10, 'KZ', '🇰🇿', ['Казахстан', 'Kazakhstan'], ['Алматы', 'Almaty'], fast, {
    ping_ip: null,
  }),
  place(11, 'JP', '🇯🇵', ['Япония', 'Japan'], ['Токио', 'Tokyo'], games),
  place(
    locationWithoutMtproto,
    'AE',
    '🇦🇪',
    ['ОАЭ', 'United Arab Emirates'],
    ['Дубай', 'Dubai'],
    ['Без MTProto', 'No MTProto'],
  ),
  place(13, 'SG', '🇸🇬', ['Сингапур', 'Singapore'], ['Сингапур', 'Singapore'], games, {
    is_active: false,
    ping_ip: null,
  }),
  place(14, 'CH', '🇨🇭', ['Швейцария', 'Switzerland'], ['Цюрих', 'Zurich'], none),
  place(
    locationPassingAllTraffic,
    'RU',
    '🇷🇺',
    ['Россия', 'Russia'],
    ['Москва', 'Moscow'],
    ['Доступ к российским сайтам из-за границы', 'Russian sites from abroad'],
    { cloud: standard },
  ),
];

export function findLocation(id: number): LocationRecord | undefined {
  return locations.find((location) => location.id === id);
}
