import type { MovableClock } from './clock.ts';
import { parseFault, type Fault, type Faults } from './http/faults.ts';
import type { Journal } from './journal.ts';
import { alphanumeric } from './random.ts';
import { emptyAccount } from './seed/account.ts';
import { nextId, type House } from './store/house.ts';
import { addKey, newKey } from './store/keys.ts';
import { settle } from './store/settle.ts';
import type { Account, State } from './store/state.ts';

/** What a test or a demonstration can do to the service besides calling it. */
export interface Control {
  /** The live store: what is changed here is changed in the service. */
  readonly state: State;
  readonly journal: Journal;
  /** The account whose key was printed. */
  account(): Account;
  /** Another account, which owns nothing, and its key. */
  addAccount(): { account: Account; key: string };
  /** Replaces all faults; texts are read as the command line's. */
  setFaults(faults: readonly (Fault | string)[]): void;
  /** Puts the service's clock forward and lets what is due happen. */
  advance(seconds: number): void;
  /** Unix seconds of the service's clock. */
  now(): number;
  /** Puts a notification in front of the account, to be read once. */
  notify(content: string): void;
  /** Sets balances, in whole roubles. */
  setBalance(amounts: { balance?: number; referral_balance?: number }): void;
  /** Tells the service that the store was changed by hand, so that it is saved. */
  readonly changed: () => void;
}

export interface ControlParts {
  readonly house: House;
  readonly clock: MovableClock;
  readonly faults: Faults;
  readonly journal: Journal;
  readonly changed: () => void;
}

export function createControl({ house, clock, faults, journal, changed }: ControlParts): Control {
  const account = (): Account => {
    const [first] = house.state.accounts;
    if (first === undefined) throw new Error('the service has no account');
    return first;
  };
  return {
    state: house.state,
    journal,
    account,
    addAccount() {
      const added = emptyAccount(house);
      const key = newKey(house.random);
      addKey(added, { id: nextId(house), name: 'First key', created_at: house.now() }, key);
      added.subscription_key = house.random.text(24, alphanumeric);
      house.state.accounts.push(added);
      changed();
      return { account: added, key };
    },
    setFaults(wanted) {
      faults.replace(
        wanted.map((fault) => (typeof fault === 'string' ? parseFault(fault) : fault)),
      );
    },
    advance(seconds) {
      clock.advance(seconds);
      settle(house);
      changed();
    },
    now: () => house.now(),
    notify(content) {
      account().notifications.push({ id: nextId(house), content });
      changed();
    },
    setBalance(amounts) {
      Object.assign(account(), amounts);
      changed();
    },
    changed,
  };
}
