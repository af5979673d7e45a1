import { computed, type Component } from 'vue';
import { useRouter } from 'vue-router';
import IconCalendarPlus from '~icons/lucide/calendar-plus';
import IconListChecks from '~icons/lucide/list-checks';
import IconPackagePlus from '~icons/lucide/package-plus';
import IconPencil from '~icons/lucide/pencil';
import IconRefreshCw from '~icons/lucide/refresh-cw';
import IconRefreshCwOff from '~icons/lucide/refresh-cw-off';
import IconStar from '~icons/lucide/star';
import IconStarOff from '~icons/lucide/star-off';
import IconTrash2 from '~icons/lucide/trash-2';
import { maxBatchItems } from '#contract/ipc/batches.ts';
import type { ConnectionRow } from '#contract/ipc/connections.ts';
import { useEndpointQuery } from '#renderer/lib/queries/use-endpoint-query.ts';
import { visible } from '#renderer/lib/texts/connection-text.ts';
import { useFormat } from '#renderer/lib/texts/use-format.ts';
import { useI18n } from '#renderer/lib/i18n.ts';
import { call } from '#renderer/lib/ipc.ts';
import { useBatchesStore } from '#renderer/lib/stores/batches.ts';
import { useConnectionsStore } from '#renderer/lib/stores/connections.ts';
import { useSessionStore } from '#renderer/lib/stores/session.ts';
import { useToastStore } from '#renderer/lib/stores/toast.ts';
import { maxItems, pathToAdd } from './requested-items.ts';

interface SelectionVerb {
  readonly icon: Component;
  readonly label: string;
  readonly disabled: boolean;
  readonly destructive?: boolean;
  readonly run: () => unknown;
}

/** What is done to many connections one after another. */
export const batchVerbs = [
  { icon: IconPencil, name: 'rename', intent: { action: 'rename' } },
  { icon: IconCalendarPlus, name: 'renew', intent: { action: 'renew' } },
  { icon: IconRefreshCw, name: 'autoOn', intent: { action: 'auto-renewal', enabled: true } },
  { icon: IconRefreshCwOff, name: 'autoOff', intent: { action: 'auto-renewal', enabled: false } },
  { icon: IconTrash2, name: 'delete', intent: { action: 'delete' } },
] as const;

/** What changes any of these: making them favourites, or no favourites. */
function favouriteChanges(
  keys: ReadonlySet<string>,
  rowOf: (key: string) => ConnectionRow | undefined,
): readonly boolean[] {
  return [true, false].filter((is) => [...keys].some((key) => rowOf(key)?.favourite !== is));
}

/**
 * What can be done with all that are selected, in groups. What takes fewer says how many.
 *
 * @param except the subscription that they are in already
 */
export function useSelectionVerbs(keys: () => ReadonlySet<string>, except: number | null = null) {
  const { t } = useI18n();
  const { number } = useFormat();
  const router = useRouter();
  const batches = useBatchesStore();
  const toast = useToastStore();
  const session = useSessionStore();
  const connections = useConnectionsStore();
  const subscriptions = useEndpointQuery('customSubscriptions.list', {});

  async function setFavourites(favourite: boolean): Promise<void> {
    const answer = await session.inAccount(() =>
      call('connections.setFavourites', { keys: [...keys()], favourite }),
    );
    if (!answer.ok) {
      toast.fail(answer.failure);
      return;
    }
    const changed = [...answer.value.changed];
    const said = favourite ? 'selection.favourited' : 'selection.unfavourited';
    const undo = () => call('connections.setFavourites', { keys: changed, favourite: !favourite });
    toast.say(t(said, { n: number(changed.length) }), changed.length === 0 ? undefined : undo);
  }

  return computed((): readonly (readonly SelectionVerb[])[] => {
    const begun = batchVerbs.map(({ icon, name, intent }) => ({
      icon,
      label: t(`selection.${name}`),
      destructive: name === 'delete',
      run: () => {
        batches.intent = { ...intent, keys: [...keys()] };
      },
    }));
    const favourite = (is: boolean) => ({
      icon: is ? IconStar : IconStarOff,
      label: t(is ? 'selection.favourite' : 'selection.unfavourite'),
      run: () => setFavourites(is),
    });
    const addTo = (to: number | 'new', label: string) => ({
      icon: IconPackagePlus,
      label,
      run: () => router.push(pathToAdd(to, [...keys()])),
    });
    const others = (subscriptions.data.value ?? []).filter(({ id }) => id !== except);
    const groups = [
      { max: maxBatchItems, verbs: begun.filter(({ destructive }) => !destructive) },
      { max: Infinity, verbs: favouriteChanges(keys(), connections.rowOf).map(favourite) },
      {
        max: maxItems,
        verbs: [
          ...others.map(({ id, title }) =>
            addTo(id, t('selection.addTo', { title: visible(title) })),
          ),
          addTo('new', t('selection.addToNew')),
        ],
      },
      { max: maxBatchItems, verbs: begun.filter(({ destructive }) => destructive) },
    ];
    return groups.map(({ max, verbs }, at) => {
      if (keys().size <= max) return verbs.map((verb) => ({ ...verb, disabled: false }));
      const n = number(max);
      const run = () => {
        connections.selectFirst(max);
      };
      const first = { icon: IconListChecks, label: t('selection.first', { n }), run };
      const isRepeated = groups.slice(0, at).some((each) => each.max === max);
      return [
        ...(isRepeated ? [] : [{ ...first, disabled: false }]),
        ...verbs.map((verb) => ({
          ...verb,
          label: t('selection.atMost', { what: verb.label, n }),
          disabled: true,
        })),
      ];
    });
  });
}
