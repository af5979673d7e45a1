/** A shorter wait is not reported, milliseconds. */
const noticeableMs = 300;
/** A smaller change is not reported, milliseconds. */
const sameMs = 100;

/** Reports until when a user's requests wait. All times are Unix milliseconds; `null`: none waits. */
export function createWaitStatus(report: (until: number | null) => void) {
  let reported: number | null = null;
  return (until: number | null, now: number): void => {
    if (until === reported) return;
    if (until !== null) {
      if (reported === null && until - now <= noticeableMs) return;
      if (reported !== null && Math.abs(reported - until) < sameMs) return;
    }
    reported = until === null ? null : Math.ceil(until);
    report(reported);
  };
}
