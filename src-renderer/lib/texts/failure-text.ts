import type { Failure, FailureKind, FailureReason } from '#contract/failure.ts';
import type { MessageKey } from '#renderer/locales/messages.ts';
import { visible } from './connection-text.ts';
import { useAmounts } from './use-amounts.ts';
import { useFormat } from './use-format.ts';
import { useI18n } from '#renderer/lib/i18n.ts';

interface KindWords {
  readonly title: MessageKey;
  readonly text?: MessageKey;
  /** Whether anything was sent or changed. */
  readonly effect?: MessageKey;
}

const sent = 'failure.nothingSent';
const changed = 'failure.nothingChanged';

const kinds: Readonly<Record<FailureKind, KindWords>> = {
  offline: { title: 'failure.offline', text: 'failure.offlineText', effect: sent },
  unsent: { title: 'failure.unsent', effect: sent },
  timeout: { title: 'failure.timeout', text: 'failure.timeoutText', effect: changed },
  aborted: { title: 'failure.aborted', effect: sent },
  unauthorized: {
    title: 'failure.unauthorized',
    text: 'failure.unauthorizedText',
    effect: changed,
  },
  forbidden: { title: 'failure.forbidden', effect: changed },
  'not-found': { title: 'failure.notFound', effect: changed },
  'invalid-input': { title: 'failure.invalid', text: 'failure.invalidText', effect: changed },
  rejected: { title: 'failure.rejected', effect: changed },
  'rate-limited': { title: 'failure.limited', effect: changed },
  server: { title: 'failure.server', text: 'failure.serverText' },
  'bad-response': { title: 'failure.badResponse', effect: 'failure.earlierKept' },
  'outcome-unknown': { title: 'failure.unknownOutcome', text: 'failure.unknownOutcomeText' },
  declined: { title: 'failure.declined', effect: sent },
  keychain: { title: 'failure.keychain', effect: changed },
  vault: { title: 'failure.vault', text: 'failure.vaultText' },
  file: { title: 'failure.file', text: 'failure.fileText' },
};

/** What happened, for causes that are no case of what their kind says. */
const reasonTitles: Partial<Record<FailureReason, MessageKey>> = {
  asking: 'failure.askingTitle',
  'refused-often': 'failure.refusedOftenTitle',
  'not-without-loss': 'failure.notWithoutLoss',
  'not-openable': 'failure.notOpenable',
  'none-works': 'failure.noneWorks',
  'not-cached': 'failure.notCachedTitle',
};

/** The same causes are others where it is the encrypted store that refused, not the keychain. */
const vaultReasons: Partial<Record<FailureReason, MessageKey>> = {
  locked: 'failure.vaultLocked',
  denied: 'failure.vaultDenied',
};

/** And where it is a file that the user meant to save. */
const fileReasons: Partial<Record<FailureReason, MessageKey>> = {
  'no-space': 'failure.fileNoSpace',
  'read-only': 'failure.fileReadOnly',
  denied: 'failure.fileDenied',
};

/** What a field's issue says; any other is shown as not accepted. */
const issueWords: Readonly<Record<string, MessageKey>> = {
  invalid_type: 'failure.issueMissing',
  too_small: 'failure.issueTooSmall',
  too_big: 'failure.issueTooBig',
  unrecognized_keys: 'failure.issueUnknown',
  lost: 'failure.issueLost',
};

/** Kinds whose text must not come from the cause: it could promise that nothing was sent. */
const ownWords: ReadonlySet<FailureKind> = new Set(['outcome-unknown', 'timeout']);

/** A list of more fields than these is not readable. */
const maxFields = 5;

function causeOf({ kind, reason, tls, proxy }: Failure): MessageKey | undefined {
  if (ownWords.has(kind) || reason === undefined) return undefined;
  if (tls !== undefined) return `failure.tlsFault.${tls}`;
  if (proxy !== undefined) return `failure.proxyError.${proxy}`;
  if (kind === 'vault') return vaultReasons[reason] ?? `failure.reason.${reason}`;
  if (kind === 'file') return fileReasons[reason];
  if (reason === 'timed-out' && kind !== 'keychain') return 'failure.silent';
  return `failure.reason.${reason}`;
}

/** Kinds whose status is shown where the service says nothing. */
const showsStatus: ReadonlySet<FailureKind> = new Set(['server', 'outcome-unknown']);

/** What the service says in words; empty for the bare name of an error, which says nothing to a user. */
function sentence(message: string): string {
  return /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/.test(message) ? '' : visible(message);
}

/** A failure in words: what happened, whether anything changed, what to do. The one place for it. */
export function useFailureText() {
  const { t } = useI18n();
  const { countdown } = useFormat();
  const { inCurrency } = useAmounts();

  return (failure: Failure, now: number) => {
    const { title, text, effect } = kinds[failure.kind];
    const cause = causeOf(failure) ?? text;
    const message = sentence(failure.message ?? '');
    const wait = (failure.retryAt ?? 0) - now;
    const fields = failure.kind === 'invalid-input' ? (failure.issues ?? []) : [];
    const prices = failure.prices;
    const details = [
      prices === undefined
        ? ''
        : t('failure.prices', {
            shown: inCurrency(prices.shown.amount, prices.shown.currency),
            now: inCurrency(prices.now.amount, prices.now.currency),
          }),
      ...fields.slice(0, maxFields).map(({ path, code }) =>
        t('failure.field', {
          field: path.replace(/^(body|query|path)\./, ''),
          what: t(issueWords[code] ?? 'failure.issueOther'),
        }),
      ),
      message === '' ? '' : t('failure.serviceSays', { message }),
      message === '' && failure.status !== undefined && showsStatus.has(failure.kind)
        ? t('failure.status', { status: failure.status })
        : '',
      wait > 0 ? t('failure.retryIn', { seconds: countdown(wait) }) : '',
    ];
    return {
      title: t((failure.reason && reasonTitles[failure.reason]) ?? title),
      text: [cause, effect].flatMap((key) => (key === undefined ? [] : [t(key)])).join(' '),
      details: details.filter((detail) => detail !== ''),
    };
  };
}
