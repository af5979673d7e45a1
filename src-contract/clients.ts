/**
 * What well-known clients take of a connection, and nowhere else. Each cell has its source and the day of it;
 * what has no cell is not known. A source of code is a stored copy, and its day is when it was read.
 */

/** What of a connection decides whether a client takes it, as its URL or configuration says. */
export const traits = [
  'wireguard',
  'awg-1',
  'awg-1-5',
  'awg-2',
  'awg-3',
  'awg-empty',
  'peers',
  'vless',
  'reality',
  'flow-over-tls',
  'tls-fingerprint',
  'xhttp',
  'trojan',
  'shadowsocks',
  'shadowsocks-2022',
  'hysteria2',
  'hysteria2-obfs',
  'mtproto',
] as const;
export type Trait = (typeof traits)[number];

/** What they are called in every language; the others have words of their own in each. */
export const traitNames = {
  wireguard: 'WireGuard',
  'awg-1': 'AmneziaWG 1',
  'awg-1-5': 'AmneziaWG 1.5',
  'awg-2': 'AmneziaWG 2',
  'awg-3': 'AmneziaWG 3',
  vless: 'VLESS',
  reality: 'REALITY',
  xhttp: 'XHTTP',
  trojan: 'Trojan',
  shadowsocks: 'Shadowsocks',
  'shadowsocks-2022': 'Shadowsocks 2022',
  hysteria2: 'Hysteria 2',
  mtproto: 'MTProto',
} as const satisfies Partial<Record<Trait, string>>;

/** The kinds of text that clients read: a tunnel's file, its URL, the URLs of Xray's family, Xray's JSON, others. */
export const textKinds = [
  'conf',
  'tunnel-url',
  'proxy-url',
  'xray-json',
  'telegram-url',
  'subscription-url',
] as const;
export type TextKind = (typeof textKinds)[number];

type Way = 'scan' | 'paste' | 'file' | 'open';

/** What is to be known of a cell that is not simply a yes or a no; the window has the words. */
export const clientNotes = [
  'newParametersDropped',
  'notOnWindows',
  'emptyNotPasted',
  'emptyRefused',
  'singBoxCore',
  'xhttpWithReality',
  'fingerprintDropped',
] as const;
export type ClientNote = (typeof clientNotes)[number];

interface Source {
  /** A repository, and a file of it or the number of an issue. */
  readonly source: string;
  /** The day of what it says, or on which the file was read: `2026-11-23`. */
  readonly day: string;
}

export interface Cell extends Source {
  readonly verdict: 'yes' | 'partly' | 'no';
  /** Why it is not simply so; always for `partly`. */
  readonly note?: ClientNote;
}

interface Reads extends Source {
  readonly ways: readonly Way[];
}

/** The clients that a user can name as their own, in the order in which they are named. */
export const clientNames = [
  'AmneziaVPN',
  'AmneziaWG',
  'WireGuard',
  'WG Tunnel',
  'Hiddify',
  'v2rayN',
  'Karing',
  'Outline',
  'Telegram',
] as const;
export type ClientName = (typeof clientNames)[number];

export interface Client {
  readonly name: ClientName;
  readonly devices: readonly ('phone' | 'computer')[];
  readonly reads: Readonly<Partial<Record<TextKind, Reads>>>;
  readonly takes: Readonly<Partial<Record<Trait, Cell>>>;
}

/** The day on which the table was last read through. */
export const clientsAsOf = '2026-11-23';

const read = (source: string): Source => ({ source, day: clientsAsOf });
const reported = (source: string, day: string): Source => ({ source, day });
const yes = (from: Source): Cell => ({ verdict: 'yes', ...from });
const no = (from: Source): Cell => ({ verdict: 'no', ...from });
const partly = (note: ClientNote, from: Source): Cell => ({ verdict: 'partly', note, ...from });

const each = (traits: readonly Trait[], cell: Cell): Client['takes'] =>
  Object.fromEntries(traits.map((trait) => [trait, cell]));

const both = ['phone', 'computer'] as const;
const amneziaImport = read(
  'amnezia-vpn/amnezia-client client/core/controllers/selfhosted/importController.cpp',
);
const amneziaConfig = read(
  'amnezia-vpn/amnezia-client client/core/models/protocols/awgProtocolConfig.cpp',
);
const amneziaVless = read('amnezia-vpn/amnezia-client client/core/serialization/vless.cpp');
const awgConfig = read(
  'amnezia-vpn/amneziawg-android tunnel/src/main/java/org/amnezia/awg/config/Config.java',
);
const wgConfig = read(
  'WireGuard/wireguard-android tunnel/src/main/java/com/wireguard/config/Config.java',
);
const awgInterface = read(
  'amnezia-vpn/amneziawg-android tunnel/src/main/java/org/amnezia/awg/config/Interface.java',
);
const wgInterface = read(
  'WireGuard/wireguard-android tunnel/src/main/java/com/wireguard/config/Interface.java',
);
const wgTunnel = read('wgtunnel/android README.md');
const hiddifyAwg = read('hiddify/ray2sing ray2sing/awg.go');
const hiddifyTls = read('hiddify/ray2sing ray2sing/common.go');
const hiddifyUrls = read('hiddify/ray2sing ray2sing/convert.go');
const hiddifyScan = read('hiddify/hiddify-app lib/features/common/qr_code_scanner_screen.dart');
const karingCore = read('KaringX/karing README.md');
const v2rayUrls = read('2dust/v2rayN v2rayN/ServiceLib/Global.cs');
const v2rayQuery = read('2dust/v2rayN v2rayN/ServiceLib/Handler/Fmt/BaseFmt.cs');
const telegramLinks = read(
  'telegramdesktop/tdesktop Telegram/SourceFiles/core/local_url_handlers.cpp',
);

export const clients: readonly Client[] = [
  {
    name: 'AmneziaVPN',
    devices: both,
    reads: {
      // Its scanner takes its own form, which `secrets.qr` makes.
      conf: { ways: ['paste', 'file'], ...amneziaImport },
      'xray-json': { ways: ['paste', 'file'], ...amneziaImport },
      'proxy-url': { ways: ['paste'], ...amneziaImport },
    },
    takes: {
      ...each(['wireguard', 'awg-empty', 'vless', 'trojan', 'shadowsocks'], yes(amneziaImport)),
      ...each(['awg-1', 'awg-1-5', 'awg-2'], yes(amneziaConfig)),
      'awg-3': partly(
        'newParametersDropped',
        reported('amnezia-vpn/amnezia-client 2942', '2026-08-09'),
      ),
      ...each(['peers', 'hysteria2'], no(amneziaImport)),
      reality: yes(amneziaVless),
      'flow-over-tls': no(amneziaVless),
      'tls-fingerprint': partly('fingerprintDropped', amneziaVless),
    },
  },
  {
    name: 'AmneziaWG',
    devices: both,
    reads: {
      conf: {
        ways: ['scan', 'file'],
        ...reported('amnezia-vpn/amnezia-client 2363', '2026-03-17'),
      },
    },
    takes: {
      ...each(['wireguard', 'awg-1', 'awg-1-5', 'awg-2'], yes(awgInterface)),
      'awg-3': partly(
        'notOnWindows',
        reported('amnezia-vpn/amneziawg-windows-client 114', '2026-08-12'),
      ),
      'awg-empty': partly(
        'emptyNotPasted',
        reported('amnezia-vpn/amneziawg-windows-client 97', '2026-04-27'),
      ),
      peers: yes(awgConfig),
    },
  },
  {
    name: 'WireGuard',
    devices: both,
    reads: {
      conf: {
        ways: ['scan', 'file'],
        ...read(
          'WireGuard/wireguard-android ui/src/main/java/com/wireguard/android/fragment/AddTunnelsSheet.kt',
        ),
      },
    },
    takes: {
      wireguard: yes(wgInterface),
      ...each(['awg-1', 'awg-1-5', 'awg-2', 'awg-3'], no(wgInterface)),
      peers: yes(wgConfig),
    },
  },
  {
    name: 'WG Tunnel',
    devices: ['phone'],
    reads: { conf: { ways: ['scan', 'file'], ...reported('wgtunnel/android 329', '2024-08-30') } },
    takes: {
      ...each(['wireguard', 'awg-1', 'awg-2'], yes(wgTunnel)),
      'awg-3': yes(reported('wgtunnel/android 1424', '2026-08-24')),
      'awg-empty': partly('emptyRefused', reported('wgtunnel/android 1205', '2026-05-25')),
    },
  },
  {
    name: 'Hiddify',
    devices: both,
    reads: {
      'proxy-url': { ways: ['scan', 'paste'], ...hiddifyScan },
      'tunnel-url': { ways: ['scan', 'paste'], ...hiddifyScan },
      'subscription-url': { ways: ['scan', 'paste'], ...hiddifyScan },
    },
    takes: {
      ...each(['wireguard', 'awg-1', 'awg-1-5', 'awg-2'], yes(hiddifyAwg)),
      ...each(['vless', 'trojan'], yes(hiddifyUrls)),
      ...each(['reality', 'tls-fingerprint'], yes(hiddifyTls)),
      'flow-over-tls': yes(read('hiddify/ray2sing ray2sing/vless.go')),
      shadowsocks: yes(read('hiddify/ray2sing ray2sing/shadowsocks.go')),
      ...each(['hysteria2', 'hysteria2-obfs'], yes(read('hiddify/ray2sing ray2sing/hysteria2.go'))),
    },
  },
  {
    name: 'v2rayN',
    devices: ['computer'],
    reads: {
      'proxy-url': { ways: ['paste'], ...v2rayUrls },
      'tunnel-url': { ways: ['paste'], ...v2rayUrls },
    },
    takes: {
      ...each(['wireguard', 'vless', 'trojan', 'hysteria2'], yes(v2rayUrls)),
      ...each(['shadowsocks', 'shadowsocks-2022'], yes(v2rayUrls)),
      ...each(['reality', 'flow-over-tls', 'tls-fingerprint', 'xhttp'], yes(v2rayQuery)),
      'hysteria2-obfs': partly('singBoxCore', reported('2dust/v2rayN 8803', '2026-02-16')),
    },
  },
  {
    name: 'Karing',
    devices: both,
    reads: {
      'proxy-url': { ways: ['paste'], ...karingCore },
      'subscription-url': {
        ways: ['scan', 'paste'],
        ...read('KaringX/karing lib/screens/group_helper.dart'),
      },
    },
    takes: {
      vless: yes(reported('KaringX/karing 1371', '2026-03-12')),
      xhttp: partly('xhttpWithReality', reported('KaringX/karing 1343', '2026-02-20')),
      shadowsocks: yes(karingCore),
    },
  },
  {
    name: 'Outline',
    devices: both,
    reads: {
      'proxy-url': {
        ways: ['paste'],
        ...reported('OutlineFoundation/outline-apps 153', '2018-07-17'),
      },
    },
    takes: { shadowsocks: yes(reported('OutlineFoundation/outline-apps 153', '2018-07-17')) },
  },
  {
    name: 'Telegram',
    devices: both,
    reads: { 'telegram-url': { ways: ['open', 'paste'], ...telegramLinks } },
    takes: { mtproto: yes(telegramLinks) },
  },
];
