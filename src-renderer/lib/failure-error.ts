import type { Failure, Result } from '#contract/failure.ts';

/** A failure in the form that Pinia Colada expects: thrown by a query. */
class FailureError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.kind);
    this.failure = failure;
  }
}

declare module '@pinia/colada' {
  interface TypesConfig {
    defaultError: FailureError;
  }
}

/** The value of a result; throws `FailureError` where there is none. */
export function valueOf<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new FailureError(result.failure);
  return result.value;
}
