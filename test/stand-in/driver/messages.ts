/** What the driver and the program that it drives say to each other over `fork`'s channel. */
export type FromProgram =
  | {
      readonly kind: 'open';
      readonly page: number;
      readonly width: number;
      readonly height: number;
      readonly title: string;
    }
  | { readonly kind: 'listen'; readonly page: number; readonly method: string }
  | {
      readonly kind: 'send';
      readonly page: number;
      readonly id: number;
      readonly method: string;
      readonly params: object | undefined;
    }
  | {
      readonly kind: 'grant';
      readonly page: number;
      readonly id: number;
      readonly permissions: readonly string[];
    }
  | { readonly kind: 'close'; readonly page: number }
  | { readonly kind: 'up' }
  | {
      readonly kind: 'answer';
      readonly id: number;
      readonly value?: unknown;
      readonly error?: string;
    };

export type ToProgram =
  | { readonly kind: 'opened'; readonly page: number }
  | { readonly kind: 'gone'; readonly page: number; readonly why: 'closed' | 'crashed' }
  | {
      readonly kind: 'event';
      readonly page: number;
      readonly method: string;
      readonly params: unknown;
    }
  | {
      readonly kind: 'sent';
      readonly id: number;
      readonly value?: unknown;
      readonly error?: string;
    }
  | {
      readonly kind: 'ask';
      readonly id: number;
      readonly what: string;
      readonly values: readonly unknown[];
    };
