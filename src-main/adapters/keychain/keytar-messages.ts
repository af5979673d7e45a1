/** A request to the program that has keytar: one of its three functions. */
export interface KeytarRequest {
  readonly id: number;
  readonly act: 'get' | 'set' | 'remove';
  readonly service: string;
  readonly name: string;
  /** Of `set` alone. */
  readonly value: string;
}

/** A response of it. `up` comes once, before everything else: it has keytar, or there is none. */
export type KeytarResponse =
  | { readonly kind: 'up'; readonly found: boolean }
  | { readonly kind: 'done'; readonly id: number; readonly value: string | boolean | null }
  /** The error text of the system, which may be in the user's language. */
  | { readonly kind: 'failed'; readonly id: number; readonly message: string };
