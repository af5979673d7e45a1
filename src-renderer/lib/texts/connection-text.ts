import type { FormChoice } from '#contract/connections/form-choices.ts';
import type { ConnectionRow, LeavingForm } from '#contract/ipc/connections.ts';
import type { Copied } from '#contract/ipc/secrets.ts';
import { protocolName as knownName } from '#contract/protocol-names.ts';
import { unseenCharacters } from '#contract/unseen-characters.ts';
import { useI18n } from '#renderer/lib/i18n.ts';

/** A protocol as people call it; one that is not known as the service gives it. */
export function protocolName(protocol: string): string {
  return visible(knownName(protocol));
}

// No language stacks more of them on one letter; an unlimited stack is drawn over the text nearby.
const stacked = /(\p{M}{6})\p{M}+/gu;

/** Words of the service without what could make them misread: controls, direction overrides, towers of marks. */
export function visible(text: string): string {
  return text.replace(unseenCharacters, ' ').replace(stacked, '$1').trim();
}

/** The same without flags made of letters: the window draws them, and Windows has none in its fonts. */
export function withoutFlags(text: string): string {
  return visible(text.replace(/\p{Regional_Indicator}{2}/gu, ''));
}

type Titled = Pick<ConnectionRow, 'title' | 'protocol' | 'place'> &
  Partial<Pick<ConnectionRow, 'source'>>;
type Formed = Pick<ConnectionRow, 'protocol' | 'forms'>;

/** The scheme of a connection’s URL, as its clients know it. */
export function schemeOf({ protocol }: Pick<Formed, 'protocol'>): string {
  return protocol === 'mtproto' ? 'tg' : protocol;
}

/** A bare `user:pass@host:port` is an address; tunnels share one form. */
export function formWord(form: LeavingForm, of: Formed) {
  if (form === 'url') return of.forms.includes('proxy-url') ? 'userPass' : 'url';
  if (form === 'proxy-url') return 'proxyUrl';
  if (form === 'sing-box') return 'singBox';
  return form === 'awg' && of.protocol === 'wg' ? 'wg' : form;
}

/** What connections and their forms are called. */
export function useConnectionText() {
  const { t } = useI18n();

  /** The title, or what it is and where; a subconfig is named as what it is. */
  function title(row: Titled): string {
    const own = visible(row.title);
    if (own !== '') return row.source === 'subconfig' ? t('list.subconfigOf', { title: own }) : own;
    const protocol = protocolName(row.protocol);
    const place = visible(row.place);
    return place === ''
      ? t('list.untitledPlain', { protocol })
      : t('list.untitled', { protocol, place });
  }

  /** What a form is called, what its button says, and what is said when it was copied. */
  function form(of: LeavingForm, row: Formed) {
    const word = formWord(of, row);
    const scheme = { scheme: schemeOf(row) };
    // Rows are many and ask for one of these each: a message is put together when it is read.
    return {
      get name() {
        return t(`form.name.${word}`, scheme);
      },
      get copy() {
        return t(`form.copy.${word}`, scheme);
      },
      get copied() {
        return t('form.copied', { form: t(`form.name.${word}`, scheme) });
      },
    };
  }

  /** What is done with a form, on the line of a menu. */
  function choice({ kind, form: of, app }: FormChoice, row: Formed): string {
    if (app !== undefined) return t(kind === 'copy' ? 'form.copyLink' : 'form.qrLink');
    const { name, copy } = form(of, row);
    if (kind === 'copy') return copy;
    return kind === 'save' ? t('form.saveForm', { form: name }) : t('form.qrOf', { name });
  }

  return {
    title,
    form,
    choice,
    /** "Copied for AmneziaVPN"; where no app was chosen, or it takes none of the forms, which form. */
    copied: ({ form: of = 'url', client }: Pick<Copied, 'form' | 'client'>, row: Formed): string =>
      client === undefined ? form(of, row).copied : t('form.copiedFor', { client }),
  };
}
