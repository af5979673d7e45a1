interface Hours {
  readonly start: number;
  readonly end: number;
}

/** How the hours lie: over one day, through midnight, or with no length that the service explains. */
export function kindOfHours({ start, end }: Hours): 'day' | 'night' | 'same' {
  if (start === end) return 'same';
  return start < end ? 'day' : 'night';
}

/** "UTC+3", "UTC−9:30", of minutes east of UTC. */
export function zoneName(offset: number): string {
  if (offset === 0) return 'UTC';
  const hours = Math.floor(Math.abs(offset) / 60);
  const minutes = Math.abs(offset) % 60;
  const rest = minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`;
  return `UTC${offset < 0 ? '−' : '+'}${String(hours)}${rest}`;
}

/** The offsets that zones of the world have, and any other that is set at the service. */
export function zoneChoices(current: number): readonly number[] {
  const quarters = Array.from({ length: (840 + 720) / 15 + 1 }, (_, n) => n * 15 - 720);
  const inUse = quarters.filter((offset) => offset % 30 === 0 || uncommon.has(offset));
  return [...new Set([...inUse, current])].sort((one, other) => one - other);
}

/** Nepal, Eucla, the Chatham Islands in winter and in summer. */
const uncommon: ReadonlySet<number> = new Set([345, 525, 765, 825]);
