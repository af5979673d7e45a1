import facts from './spec-facts.json' with { type: 'json' };

/** What the specification's tables say (`extract-spec.ts`); committed, so that a clone checks the same. */
export interface SpecField {
  readonly name: string;
  readonly type: 'number' | 'string' | 'boolean' | 'array' | 'object' | 'unstated';
  readonly required: boolean;
  readonly nullable: boolean;
  /** Both ends included: of the value, of the length of a string, of the items of an array. */
  readonly min?: number;
  readonly max?: number;
  readonly values?: readonly string[];
  /** What the service takes when it is absent. */
  readonly default?: number;
  /** Fields of each item of an array. */
  readonly each?: readonly SpecField[];
  /** The specification's words that say more than the rest of the field does. */
  readonly unless?: string;
}

export interface SpecEndpoint {
  readonly section: string;
  readonly method: string;
  readonly path: string;
  readonly pathParams: readonly { readonly name: string; readonly type: 'number' | 'string' }[];
  readonly limit: { readonly max: number; readonly windowS: number };
  readonly limitKind: 'default' | 'specific';
  readonly query: readonly SpecField[];
  readonly body: readonly SpecField[];
  readonly flags: boolean;
  readonly statuses: readonly number[];
  /** The objects that it answers with, as far as they are written out; `nullable` is not, there. */
  readonly answers: readonly (readonly SpecRecordField[])[];
  /** Whether it answers with `true` and nothing else. */
  readonly done: boolean;
  readonly errors: readonly number[];
}

/** A field of an answer: whether it may be absent, and whether it may be `null`. */
export interface SpecRecordField {
  readonly name: string;
  readonly optional: boolean;
  readonly nullable: boolean;
}

/** A record of part 1, by the name that it has there. */
export interface SpecRecord {
  readonly name: string;
  readonly fields: readonly SpecRecordField[];
}

export interface SpecFacts {
  readonly endpoints: readonly SpecEndpoint[];
  readonly records: readonly SpecRecord[];
  readonly jwtOnly: readonly { readonly method: string; readonly path: string }[];
  readonly protocols: readonly string[];
  readonly itemTypes: readonly string[];
  readonly flags: readonly { readonly flag: string; readonly requires: readonly string[] }[];
  readonly pairs: readonly (readonly [string, string])[];
  readonly awg: Readonly<Record<string, readonly [number, number]>>;
  readonly errors: readonly { readonly code: number; readonly message: string }[];
  readonly overview: { readonly max: number; readonly windowS: number };
  readonly bounds: readonly {
    readonly subject: string;
    readonly min?: number;
    readonly max?: number;
  }[];
}

export const specFacts: SpecFacts = facts as unknown as SpecFacts;
