import { knownErrors, type KnownErrorCode } from '#contract/envelope.ts';

/** The service's answer to a request it will not carry out; becomes the error body. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly statusCode: number;
  readonly errorCode: number;

  constructor(statusCode: number, errorCode: number, message: string) {
    super(message);
    this.statusCode = statusCode;
    this.errorCode = errorCode;
  }
}

/** HTTP statuses of the known codes; the specification does not show them. */
const statuses: Readonly<Record<KnownErrorCode, number>> = {
  1: 404,
  3: 400,
  33: 404,
  34: 400,
  40: 404,
  46: 400,
};

/** A refusal with one of the codes that the specification names (part 3, Errors). */
export function known(code: KnownErrorCode): Refusal {
  return new Refusal(statuses[code], code, knownErrors[code]);
}

/** Not shown by the specification, so far from the known ones. */
const unnamed = {
  BAD_REQUEST: [400, 9400],
  UNAUTHORIZED: [401, 9401],
  FORBIDDEN: [403, 9403],
  TOO_LARGE: [413, 9413],
  TOO_MANY_REQUESTS: [429, 9429],
  INTERNAL_ERROR: [500, 9500],
} as const;

/** `detail` says what was wrong, after the message that the specification or custom gives. */
export function refuse(name: keyof typeof unnamed, detail?: string): Refusal {
  const [statusCode, errorCode] = unnamed[name];
  return new Refusal(statusCode, errorCode, detail === undefined ? name : `${name}: ${detail}`);
}
