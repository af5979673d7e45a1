import { defineStore } from 'pinia';
import { computed, type WritableComputedRef } from 'vue';
import { useRoute } from 'vue-router';
import { productKinds, type ProductKind, type Protocol } from '#contract/constants.ts';
import { accountRef } from '#renderer/lib/stores/account-ref.ts';

/** How the form of a purchase is filled in: what its product has no use for is left as it is. */
const empty = {
  way: null as Way | null,
  option: null as number | null,
  days: null as number | null,
  /** Chosen last in the shop: another product takes it over where it has it. */
  lastDays: null as number | null,
  autoRenewal: false,
  asKey: false,
  location: null as number | null,
  protocol: 'vless' as Protocol,
  server: null as number | null,
  kind: null as number | null,
  hostname: '',
};
type Draft = Readonly<typeof empty>;

/** `balance`, `promocode`, or the number of a payment method. */
export type Way = 'balance' | 'promocode' | number;

/** What is bought or renewed: a product of the shop, or the resource that is renewed. */
export type DraftOf = ProductKind | `${ProductKind} ${number}`;

/** What the open account was buying, until it is bought: a top-up leads away from the form. */
export const usePurchaseDrafts = defineStore('purchase-drafts', () => {
  const drafts = accountRef<Readonly<Partial<Record<DraftOf, Draft>>>>({});
  const change = (of: DraftOf, to: Partial<Draft>) => {
    drafts.value = { ...drafts.value, [of]: { ...(drafts.value[of] ?? empty), ...to } };
  };

  return {
    /** By location and protocol: whether the last answer had a server with free slots. */
    freeServers: accountRef<ReadonlyMap<string, boolean>>(new Map()),
    /** Where the shop was left. */
    place: accountRef(''),
    field<Name extends keyof Draft>(
      of: () => DraftOf,
      name: Name,
    ): WritableComputedRef<Draft[Name]> {
      return computed({
        get: () => (drafts.value[of()] ?? empty)[name],
        set: (value) => {
          change(of(), { [name]: value });
        },
      });
    },
    chooseDays(of: DraftOf, days: number): void {
      const isSold = productKinds.some((kind) => kind === of);
      for (const kind of isSold ? productKinds : []) change(kind, { days: null, lastDays: days });
      change(of, { days });
    },
    forget(of: DraftOf): void {
      drafts.value = { ...drafts.value, [of]: undefined };
    },
  };
});

/** Of the options the one that the address names, or else the first that was shown. */
export function useShownOption<Option extends { id: number }>(options: () => readonly Option[]) {
  const route = useRoute();
  const first = usePurchaseDrafts().field(() => 'option', 'option');
  const option = computed(() => {
    const { option: named = first.value } = route.query;
    return named === null ? options()[0] : options().find(({ id }) => id === Number(named));
  });
  return { first, option };
}
