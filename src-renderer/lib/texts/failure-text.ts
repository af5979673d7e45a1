import type {
  Failure,
  FailureKind,
  FailureReason,
  ProxyErrorKind,
  TlsFault,
} from '#contract/failure.ts';
import type { MessageKey } from '#renderer/locales/messages.ts';
import { visible } from './connection-text.ts';
import { useAmounts } from './use-amounts.ts';
import { useFormat } from './use-format.ts';
import { useI18n } from '#renderer/lib/i18n.ts';

interface KindWords {
  /** What happened. */
  readonly title: MessageKey;
  /** Why, and what to do. */
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
  forbidden: { title: 'failure.forbidden', text: 'failure.forbiddenText', effect: changed },
  'not-found': { title: 'failure.notFound', text: 'failure.notFoundText', effect: changed },
  'invalid-input': { title: 'failure.invalid', text: 'failure.invalidText', effect: changed },
  rejected: { title: 'failure.rejected', effect: changed },
  'rate-limited': { title: 'failure.limited', text: 'failure.limitedText', effect: changed },
  server: { title: 'failure.server', text: 'failure.serverText' },
  'bad-response': {
    title: 'failure.badResponse',
    text: 'failure.badResponseText',
    effect: 'failure.earlierKept',
  },
  'outcome-unknown': { title: 'failure.unknownOutcome', text: 'failure.unknownOutcomeText' },
  declined: { title: 'failure.declined', effect: sent },
  keychain: { title: 'failure.keychain', text: 'failure.keychainText', effect: changed },
  vault: { title: 'failure.vault', text: 'failure.vaultText' },
  file: { title: 'failure.file', text: 'failure.fileText' },
};

/** Advice for causes that need another advice than their kind. */
const reasons: Readonly<Record<FailureReason, MessageKey>> = {
  dns: 'failure.dns',
  refused: 'failure.refused',
  unreachable: 'failure.unreachable',
  tls: 'failure.tls',
  proxy: 'failure.proxy',
  redirected: 'failure.redirected',
  'too-large': 'failure.tooLarge',
  cut: 'failure.cut',
  'signed-out': 'failure.signedOut',
  locked: 'keychain.locked',
  denied: 'keychain.denied',
  absent: 'keychain.absent',
  'timed-out': 'keychain.timedOut',
  damaged: 'failure.damaged',
  'read-only': 'failure.readOnly',
  'no-space': 'failure.noSpace',
  'rolled-back': 'failure.rolledBack',
  'not-service': 'failure.notService',
  'key-gone': 'failure.keyGone',
  'accounts-found': 'failure.accountsFound',
  'accounts-lost': 'failure.accountsLost',
  'api-key-gone': 'failure.apiKeyGone',
  'passphrase-damaged': 'failure.passphraseDamaged',
  'not-cached': 'failure.notCached',
  'in-the-way': 'failure.inTheWay',
  'settings-changed': 'failure.settingsChanged',
  asking: 'failure.asking',
  'refused-often': 'failure.refusedOften',
  'price-changed': 'failure.priceChanged',
  'not-offered': 'failure.notOffered',
  insufficient: 'failure.insufficient',
  'not-without-loss': 'failure.notWithoutLossText',
  'not-openable': 'failure.notOpenableText',
  'none-works': 'failure.noneWorksText',
  'wrong-passphrase': 'backup.refused.passphrase',
  'no-backup': 'backup.refused.other',
  'newer-backup': 'backup.refused.newer',
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

/** What exactly is wrong with the service's certificate. */
const tlsFaults: Readonly<Record<TlsFault, MessageKey>> = {
  expired: 'failure.tlsExpired',
  'not-yet-valid': 'failure.tlsNotYetValid',
  'wrong-host': 'failure.tlsWrongHost',
  'self-signed': 'failure.tlsSelfSigned',
  untrusted: 'failure.tlsUntrusted',
  handshake: 'failure.tlsHandshake',
};

/** What exactly is wrong with the proxy. */
const proxyErrorTexts: Readonly<Record<ProxyErrorKind, MessageKey>> = {
  refused: 'failure.proxyRefused',
  unreachable: 'failure.proxyUnreachable',
  'no-answer': 'failure.proxyNoAnswer',
  credentials: 'failure.proxyCredentials',
  denied: 'failure.proxyDenied',
  'invalid-response': 'failure.proxyInvalidResponse',
  locked: 'failure.proxyLocked',
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
  if (tls !== undefined) return tlsFaults[tls];
  if (proxy !== undefined) return proxyErrorTexts[proxy];
  if (kind === 'vault') return vaultReasons[reason] ?? reasons[reason];
  if (kind === 'file') return fileReasons[reason];
  if (reason === 'timed-out' && kind !== 'keychain') return 'failure.silent';
  return reasons[reason];
}

/** What to do after an answer that leaves open whether a change was carried out. */
function unknownOutcome({ kind, status }: Failure): MessageKey | undefined {
  const isAnswered = kind === 'outcome-unknown' && status !== undefined;
  return isAnswered ? 'failure.unknownAnsweredText' : undefined;
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
    const cause = causeOf(failure) ?? unknownOutcome(failure) ?? text;
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
