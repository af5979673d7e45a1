import type { MovableClock } from './clock.ts';
import { parseFault, type Fault, type Faults } from './faults.ts';
import type { Journal } from './journal.ts';
import { alphanumeric } from './random.ts';
import { emptyAccount } from './seed/account.ts';
import { nextId, type Store } from './store/store.ts';
import { addKey, newKey } from './store/keys.ts';
import { settle } from './store/settle.ts';
import type { Account, State } from './store/state.ts';

export interface Control {
  readonly state: State;
  readonly journal: Journal;
  account(): Account;
  /** Another account, which owns nothing, and its key. */
  addAccount(): { account: Account; key: string };
  /** Replaces all faults; texts are read as the command line's. */
  setFaults(faults: readonly (Fault | string)[]): void;
  /** Moves the service's clock forward and applies everything that became due. */
  advance(seconds: number): void;
  now(): number;
  notify(content: string): void;
  setBalance(amounts: { balance?: number; referral_balance?: number }): void;
}

interface ControlParts {
  readonly store: Store;
  readonly clock: MovableClock;
  readonly faults: Faults;
  readonly journal: Journal;
}

export function createControl({ store, clock, faults, journal }: ControlParts): Control {
  const account = (): Account => {
    const [first] = store.state.accounts;
    if (first === undefined) throw new Error('the service has no account');
    return first;
  };
  return {
    state: store.state,
    journal,
    account,
    addAccount() {
      const added = emptyAccount(store);
      const key = newKey(store.random);
      addKey(added, { id: nextId(store), name: 'First key', created_at: store.now() }, key);
      added.subscription_key = store.random.text(24, alphanumeric);
      store.state.accounts.push(added);
      return { account: added, key };
    },
    setFaults(replacement) {
      faults.replace(
        replacement.map((fault) => (typeof fault === 'string' ? parseFault(fault) : fault)),
      );
    },
    advance(seconds) {
      clock.advance(seconds);
      settle(store);
    },
    now: () => store.now(),
    notify(content) {
      account().notifications.push({ id: nextId(store), content });
    },
    setBalance(amounts) {
      Object.assign(account(), amounts);
    },
  };
}
