import type { z } from 'zod';
import type { Api, EndpointId } from '#contract/api/index.ts';
import type { DataOf } from '#contract/endpoint.ts';
import type { Store } from '#service/store/store.ts';
import type { Account } from '#service/store/state.ts';
import type { Language } from '#service/catalog/locations.ts';

export interface Call {
  readonly store: Store;
  readonly account: Account;
  /** What the caller wants to read titles in. */
  readonly language: Language;
}

export interface Reply<Data> {
  readonly data: Data;
  readonly status?: number;
}

/** Handles the requests to one endpoint. Throws a `Refusal` for the error body;
 * what it changed before it threw is undone by its caller. */
type Handler<Id extends EndpointId> = (
  call: Call,
  input: z.output<Api[Id]['input']>,
) => Reply<DataOf<Api[Id]>>;

export type Handlers = { [Id in EndpointId]: Handler<Id> };

/** Handlers of one group of the contract: the compiler requires one for each of its endpoints. */
export type HandlersOf<Group> = { [Id in keyof Group & EndpointId]: Handler<Id> };

/** The answer of a change that returns nothing else. */
export const done: Reply<true> = { data: true };

/** Those fields of what is stored that a record of the contract lists; `null` is left out where it may be absent. */
export function listedFields<Shape extends z.ZodRawShape, Stored extends object>(
  { shape }: { readonly shape: Shape },
  stored: Stored,
): { [Name in keyof Stored & keyof Shape]: z.output<Shape[Name]> } {
  const fields = Object.entries(stored).filter(([name, value]) => {
    const field = shape[name];
    return field !== undefined && !(value === null && field._zod.def.type === 'optional');
  });
  return Object.fromEntries(fields) as ReturnType<typeof listedFields<Shape, Stored>>;
}
