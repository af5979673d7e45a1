import type { Component } from 'vue';
import { useRouter } from 'vue-router';
import IconCalendarPlus from '~icons/lucide/calendar-plus';
import IconCircleQuestionMark from '~icons/lucide/circle-question-mark';
import IconCopy from '~icons/lucide/copy';
import IconPencil from '~icons/lucide/pencil';
import IconQrCode from '~icons/lucide/qr-code';
import IconRadar from '~icons/lucide/radar';
import type { ConnectionRow } from '#contract/ipc/connections.ts';
import { hasProblem, whyNotWorking } from '#contract/connections/why-not-working.ts';
import { folded, otherLayout } from '#contract/rules/search.ts';
import { renewableOf } from '#contract/connections/sources.ts';
import { products } from '#contract/products.ts';
import { renewalPage, renewedFor } from '#renderer/list/row-action.ts';
import { useConnectionActions } from '#renderer/lib/use-connection-actions.ts';
import { useOptionNames } from '#renderer/lib/queries/use-option-names.ts';
import { useConnectionText, visible } from '#renderer/lib/texts/connection-text.ts';
import { useI18n, useOtherNames } from '#renderer/lib/i18n.ts';
import type { MessageKey } from '#renderer/locales/messages.ts';
import { useChecksStore } from '#renderer/lib/stores/checks.ts';
import { useClockStore } from '#renderer/lib/stores/clock.ts';
import { useConnectionsStore } from '#renderer/lib/stores/connections.ts';
import type { PaletteAction } from './palette-actions.ts';

/** Something to do with one connection, by a search that begins with its word. */
interface Verb {
  readonly id: string;
  readonly icon: Component;
  readonly word: MessageKey;
  /** With the `{title}` of the connection. */
  readonly label: MessageKey;
  /** All do where it is absent. */
  readonly fits?: (row: ConnectionRow) => boolean;
  readonly run: (row: ConnectionRow) => void;
  /** The page of what the connection runs on, where it is done there; `null` where it is done anywhere. */
  readonly page?: (row: ConnectionRow) => string | null | undefined;
  /** Those that need it most, where none is named. */
  readonly urgent: (row: ConnectionRow) => boolean;
}

const offered = 6;

function useVerbs(): readonly Verb[] {
  const clock = useClockStore();
  const connections = useConnectionsStore();
  const checks = useChecksStore();
  const { copy } = useConnectionActions();
  return [
    {
      id: 'copy',
      icon: IconCopy,
      word: 'action.copy',
      label: 'palette.copy',
      fits: ({ forms }) => forms.length > 0,
      run: (row) => void copy(row),
      page: () => null,
      urgent: ({ favourite }) => favourite,
    },
    {
      id: 'why',
      icon: IconCircleQuestionMark,
      word: 'why.askWord',
      label: 'why.ask',
      run: ({ key }) => {
        connections.explain(key);
      },
      urgent: (row) => hasProblem(whyNotWorking({ row, now: clock.now() })),
    },
    {
      id: 'renew',
      icon: IconCalendarPlus,
      word: 'shop.renew',
      label: 'palette.renew',
      fits: (row) => renewedFor(row) !== undefined,
      run: ({ key }) => {
        connections.renewing = key;
      },
      page: (row) => {
        const renewed = renewedFor(row);
        return renewed?.kind === 'config' ? undefined : renewed && renewalPage(renewed);
      },
      urgent: ({ state: { state } }) => state === 'expiring' || state === 'expired',
    },
    {
      id: 'qr',
      icon: IconQrCode,
      word: 'palette.verb.qr',
      label: 'palette.qr',
      fits: ({ forms }) => forms.length > 0,
      run: ({ key }) => {
        connections.drawing = key;
      },
      urgent: ({ favourite }) => favourite,
    },
    {
      id: 'check',
      icon: IconRadar,
      word: 'check.one',
      label: 'palette.checkOne',
      run: (row) => {
        checks.askOne(row);
      },
      urgent: ({ check }) => check === undefined,
    },
    {
      id: 'rename',
      icon: IconPencil,
      word: 'connection.title.edit',
      label: 'palette.rename',
      fits: ({ source }) => source !== 'subconfig',
      run: ({ key }) => {
        connections.renaming = key;
      },
      urgent: ({ title }) => title.trim() === '',
    },
  ];
}

/** A search that begins with a verb; `isMeant`: more likely than the start of a title. */
export function usePaletteVerbs(isTyped: () => boolean) {
  const { t } = useI18n();
  const { title } = useConnectionText();
  const router = useRouter();
  const connections = useConnectionsStore();
  const otherName = useOtherNames();
  const verbs = useVerbs();
  const optionName = useOptionNames(isTyped);

  function line(verb: Verb, row: ConnectionRow): PaletteAction {
    const page = verb.page?.(row);
    const owner = typeof page === 'string' ? renewableOf(row.key) : undefined;
    const ownerName = owner?.kind === 'option' ? optionName(owner.id) : visible(row.place);
    return {
      id: `${verb.id} ${page ?? row.key}`,
      icon: verb.icon,
      label: t(verb.label, { title: owner ? ownerName : title(row) }),
      kind: owner
        ? t(`money.upcoming.kind.${owner.kind}`)
        : visible(row.title.trim() === '' ? row.host : row.place),
      run: () => {
        if (typeof page !== 'string') verb.run(row);
        if (page !== null) void router.push(page ?? `/connections/${row.key}`);
      },
    };
  }

  /** Whether the page shows it, or what it runs on. */
  function isShown({ key }: ConnectionRow): boolean {
    const { path } = router.currentRoute.value;
    if (path.startsWith('/connections')) return key === connections.current?.key;
    const owner = renewableOf(key);
    return owner !== undefined && path === products[owner.kind].page(owner.id);
  }

  /** What is shown, then what needs the verb, of these what was copied last, then the rest. */
  function suggested(verb: Verb): readonly ConnectionRow[] {
    const recent = connections.recents.toReversed();
    const rows = connections
      .find({})
      .map((row) => ({ row, urgent: Number(verb.urgent(row)), place: recent.indexOf(row.key) }))
      .sort((one, other) => other.urgent - one.urgent || other.place - one.place)
      .map(({ row }) => row);
    return [...new Set([...rows.filter(isShown), ...rows])];
  }

  /** Those that the words name; the verb's own words may stand among them. */
  function named(verb: Verb, words: readonly string[]): readonly ConnectionRow[] {
    if (words.length === 0) return suggested(verb);
    const found = connections.find({ search: words.join(' ') });
    if (found.length > 0) return found;
    const own = new Set(folded(t(verb.label, { title: '' })).split(/[^\p{L}]+/u));
    const others = words.filter((word) => !own.has(folded(word)));
    return others.length === words.length ? [] : named(verb, others);
  }

  return {
    linesOf(search: string): { lines: readonly PaletteAction[]; isMeant: boolean } | null {
      const [first = '', ...words] = search.split(/\s+/);
      if (first.length < 2) return null;
      const typed = [folded(first), otherLayout(folded(first)) ?? folded(first)];
      const names = ({ word }: Verb) => [t(word), otherName(word)].map(folded);
      const begun = verbs.filter((each) =>
        names(each).some((name) => typed.some((text) => name.startsWith(text))),
      );
      if (begun.length === 0) return null;
      const isWhole = begun.some((verb) => names(verb).some((name) => typed.includes(name)));
      const lines = begun.flatMap((verb) =>
        named(verb, words)
          .filter((row) => verb.fits?.(row) !== false)
          .slice(0, Math.ceil(offered / begun.length))
          .map((row) => line(verb, row)),
      );
      // Several connections of one server or option are renewed with it.
      return {
        lines: [...new Map(lines.map((each) => [each.id, each])).values()],
        isMeant: isWhole || words.length > 0,
      };
    },
    why: (row: ConnectionRow): readonly PaletteAction[] =>
      verbs.filter(({ id }) => id === 'why').map((verb) => line(verb, row)),
  };
}
