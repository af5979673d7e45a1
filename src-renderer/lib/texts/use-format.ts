import { toRef } from 'vue';
import { useSettingsStore } from '#renderer/lib/stores/settings.ts';
import { visible } from './connection-text.ts';
import { dayTime, isCountryName } from './format.ts';
import { useI18n } from '#renderer/lib/i18n.ts';

/** Dates, numbers and ages as the current language writes them, in the system's time zone. */
export function useFormat() {
  const settings = useSettingsStore();
  const { t } = useI18n();
  const format = toRef(settings, 'format');

  /** "4 days left", or "2 days ago" for a past time; from Unix seconds. */
  function timeLeft(seconds: number, now: number, style: 'long' | 'short' = 'long'): string {
    const at = seconds * 1000;
    if (at < now) return format.value.since(at, now, style);
    const time = format.value.span(at, now, style);
    // "Осталось" agrees with the first number.
    if (style === 'long') return t('time.left', { time }, Number.parseInt(time, 10) || 0);
    return t('time.leftShort', { time });
  }

  /** Name of a location, in the current language where it is that of its country. */
  function place(of: { readonly place: string; readonly country: string }): string {
    const name = visible(of.place);
    return name === '' || isCountryName(name, of.country)
      ? format.value.country(of.country) || name
      : name;
  }

  return {
    timeLeft,
    /** "5 min ago", of a moment in Unix milliseconds. */
    ago: (at: number, now: number): string => {
      const age = format.value.age(now - at);
      return age === null ? t('time.now') : t('time.ago', { age });
    },
    /** "5 min". */
    length: (ms: number): string => format.value.age(ms) ?? '',
    /** "59 s" or "2:05", never below zero. */
    countdown: (ms: number) => format.value.countdown(ms, (n) => t('time.seconds', { n })),
    time: (ms: number) => format.value.time(ms),
    seconds: (ms: number) => format.value.seconds(ms),
    date: (ms: number) => format.value.date(ms),
    dateTime: (ms: number) => format.value.dateTime(ms),
    /** "Today", "Yesterday" or the date, of a moment in Unix milliseconds. */
    dayName: (ms: number, now: number) => format.value.dayName(ms, now) ?? format.value.date(ms),
    /** "12 Mar", of a day written YYYY-MM-DD; any other text as the service gives it. */
    day: (date: string) => {
      const ms = dayTime(date);
      return ms === null ? visible(date) : format.value.utcDay(ms);
    },
    /** "12 Mar", of a moment in Unix milliseconds, in UTC. */
    utcDay: (ms: number) => format.value.utcDay(ms),
    /** "12 Mar", of a moment in Unix milliseconds, in the system's zone. */
    localDay: (ms: number) => format.value.localDay(ms),
    /** "30 days". */
    inDays: (n: number): string => t('time.days', { n: format.value.number.format(n) }, n),
    number: (value: number) => format.value.number.format(value),
    /** A rate or a share: one decimal below ten, none above a hundred. */
    figure: (value: number) => format.value.figure(value),
    place,
    /** The same of a location as the service lists it; empty where there is none. */
    locationName: (location?: { readonly title: string; readonly code: string }): string =>
      location === undefined
        ? ''
        : place({ place: location.title, country: location.code.toUpperCase() }),
    /** "A, B or C". */
    either: (names: readonly string[]) =>
      new Intl.ListFormat(settings.language, { type: 'disjunction' }).format(names),
    /** Name of a country, empty where the code names none. */
    country: (code: string) => format.value.country(code),
  };
}
