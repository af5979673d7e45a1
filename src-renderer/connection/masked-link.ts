/** A piece of a masked link: plain text, the readable address, or where the secret is. */
type LinkPart =
  | { readonly kind: 'part' | 'host'; readonly text: string }
  | { readonly kind: 'secret' };

/** The readable address of a link; `host` is empty where the link has none outside of its secret. */
interface LinkAddress {
  readonly host: string;
  readonly port: number | null;
}

/** Without its secret: `vless://••••@host:443`, `••••@host:1080`, `tg://proxy?…secret=••••`. */
export function maskedLink(scheme: string, { host, port }: LinkAddress): readonly LinkPart[] {
  if (scheme === 'tg') {
    return [
      { kind: 'part', text: 'tg://proxy?server=' },
      { kind: 'host', text: host },
      { kind: 'part', text: port === null ? '&secret=' : `&port=${String(port)}&secret=` },
      { kind: 'secret' },
    ];
  }
  const start: readonly LinkPart[] = [
    { kind: 'part', text: scheme === '' ? '' : `${scheme}://` },
    { kind: 'secret' },
  ];
  if (host === '') return start;
  const text = port === null ? host : `${host}:${String(port)}`;
  return [...start, { kind: 'part', text: '@' }, { kind: 'host', text }];
}

/** A tunnel's configuration without its secret: `[Interface] •••• Endpoint = host:51820`. */
export function maskedTunnel({ host, port }: LinkAddress): readonly LinkPart[] {
  const text = port === null ? host : `${host}:${String(port)}`;
  return [
    { kind: 'part', text: '[Interface] ' },
    { kind: 'secret' },
    { kind: 'part', text: ' Endpoint = ' },
    { kind: 'host', text },
  ];
}
