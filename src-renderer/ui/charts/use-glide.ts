import { usePreferredReducedMotion } from '@vueuse/core';
import type uPlot from 'uplot';
import { onScopeDispose } from 'vue';

const glideMs = 180;

type Range = readonly [number, number];

/** Moves a chart's time axis from where it was to where its data now ends; at once without motion. */
export function useGlide() {
  const motion = usePreferredReducedMotion();
  let frame = 0;
  onScopeDispose(() => {
    cancelAnimationFrame(frame);
  });

  return (plot: uPlot, from: Range, to: Range): void => {
    cancelAnimationFrame(frame);
    if (motion.value === 'reduce' || from[1] === to[1]) return;
    const began = performance.now();
    const step = (now: number): void => {
      const part = Math.min(1, (now - began) / glideMs);
      const eased = 1 - (1 - part) ** 3;
      plot.setScale('x', {
        min: from[0] + (to[0] - from[0]) * eased,
        max: from[1] + (to[1] - from[1]) * eased,
      });
      if (part < 1) frame = requestAnimationFrame(step);
    };
    step(began);
  };
}
