import type { Failure } from '#contract/failure.ts';

/** The fields of a failure without any text from outside. */
export type BareFailure = Pick<
  Failure,
  'kind' | 'reason' | 'tls' | 'proxy' | 'endpoint' | 'status' | 'errorCode' | 'requestId'
>;

/** A failure without the service's words and without what was typed. */
export function bareFailure(failure: Failure): BareFailure {
  const { kind, reason, tls, proxy, endpoint, status, errorCode, requestId } = failure;
  return {
    kind,
    ...(reason !== undefined && { reason }),
    ...(tls !== undefined && { tls }),
    ...(proxy !== undefined && { proxy }),
    ...(endpoint !== undefined && { endpoint }),
    ...(status !== undefined && { status }),
    ...(errorCode !== undefined && { errorCode }),
    ...(requestId !== undefined && { requestId }),
  };
}
