/** The success body around `data`, which may be `0`, `false`, `""` or `[]`: those are answers. */
export function success<Data>(statusCode: number, data: Data) {
  return { status: true, statusCode, data } as const;
}

/** The error body (part 3, Errors). */
export function errorBody(statusCode: number, errorCode: number, message: string) {
  return { status: false, statusCode, errorCode, message } as const;
}

/** The error codes that the specification names; the complete list is not shown. */
export const knownErrors = {
  1: 'not found',
  3: 'bad request',
  33: 'API_KEY_NOT_FOUND',
  34: 'API_KEY_LIMIT_REACHED',
  40: 'DEVICE_NOT_FOUND',
  46: 'INVALID_TOPUP_AMOUNT',
} as const;
export type KnownErrorCode = keyof typeof knownErrors;
