import { defineStore } from 'pinia';
import { computed, ref, watch } from 'vue';
import { useSyncStore } from './sync.ts';

const systemTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The computer's clock less the one that nobody sets. */
const lead = (): number => Date.now() - performance.now();
/** A smaller difference between the two is no change of the clock, milliseconds. */
const noticeableMs = 2000;

/** The service's as far as main knows it; one tick a second while visible. */
export const useClockStore = defineStore('clock', () => {
  const sync = useSyncStore();
  /** How the clocks stood when main said by how much the computer's is off. */
  let leadThen = lead();
  const second = ref(now());
  const timeZone = ref(systemTimeZone());
  let timer: ReturnType<typeof setInterval> | undefined;

  function now(): number {
    const change = lead() - leadThen;
    const { offset } = sync.state.time;
    return Date.now() + offset - (Math.abs(change) > noticeableMs ? Math.round(change) : 0);
  }

  watch(
    () => sync.state,
    () => {
      leadThen = lead();
    },
    { flush: 'sync' },
  );
  watch(() => sync.state.time.offset, tick, { flush: 'sync' });

  function tick(): void {
    second.value = now();
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
    /** Unix milliseconds, at once. */
    now,
    /** The computer's own clock, which anybody may set, and which alone runs in a sleep. */
    computerNow: (): number => Date.now(),
    /** Whether it is the service's: until the service has answered it is the computer's word. */
    known: computed(() => sync.state.time.known),
    /** Reads the time now, so that a countdown that begins now does not begin a second too high. */
    tick,
    start,
  };
});
