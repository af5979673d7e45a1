import { defineStore } from 'pinia';
import { computed, ref } from 'vue';

const systemTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The time, for ages and countdowns: one tick a second while the window is visible. */
export const useClockStore = defineStore('clock', () => {
  const second = ref(Date.now());
  const timeZone = ref(systemTimeZone());
  let timer: ReturnType<typeof setInterval> | undefined;

  function tick(): void {
    second.value = Date.now();
    timeZone.value = systemTimeZone();
  }

  function follow(): void {
    clearInterval(timer);
    tick();
    if (!document.hidden) timer = setInterval(tick, 1000);
  }

  function start(): void {
    document.addEventListener('visibilitychange', follow);
    follow();
  }

  return {
    /** Unix milliseconds, new every second. */
    second,
    /** Unix milliseconds, new every ten seconds: for what only shows minutes. */
    minute: computed(() => Math.floor(second.value / 10_000) * 10_000),
    /** The system's time zone (IANA name), which may change while the window is open. */
    timeZone,
    /** Reads the time now, so that a countdown that begins now does not begin a second too high. */
    tick,
    start,
  };
});
