import { inject, provide, type InjectionKey } from 'vue';
import type { Failure } from '#contract/failure.ts';

const pageFailure: InjectionKey<() => Failure | null> = Symbol('page-failure');

/**
 * Tells the sections below what the page says that its own read failed with: what failed for the
 * same reason does not say it again.
 */
export function providePageFailure(failure: () => Failure | null): void {
  provide(pageFailure, failure);
}

/** The parts of a failure that are shown as text. */
function said({ kind, reason, tls, proxy, status, errorCode, message }: Failure): string {
  return JSON.stringify([kind, reason, tls, proxy, status, errorCode, message]);
}

/** Whether the page says this failure already. */
export function usePageFailure(): (failure: Failure) => boolean {
  const ofPage = inject(pageFailure, () => null);
  return (failure) => {
    const now = ofPage();
    return now !== null && said(now) === said(failure);
  };
}
