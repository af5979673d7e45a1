import { defineStore } from 'pinia';
import { computed, ref } from 'vue';

/** The time, for ages and countdowns: one tick a second while the window is seen. */
export const useClockStore = defineStore('clock', () => {
  const second = ref(Date.now());
  let timer: ReturnType<typeof setInterval> | undefined;

  function tick(): void {
    second.value = Date.now();
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
    start,
  };
});
