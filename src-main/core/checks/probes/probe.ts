import type {
  CertificateFault,
  CheckDepth,
  CheckFailure,
  UndeterminedReason,
} from '#contract/check-result.ts';
import type { Address } from '#core/connections/texts/address.ts';
import {
  ProbeFault,
  type Clock,
  type ProbeSockets,
  type ProbeStream,
  type Random,
} from '#core/kernel/ports.ts';
import type { ServiceClock } from '#core/kernel/service-clock.ts';
import type { Parsed } from '#core/checks/packets/bytes.ts';

/** One answered try: milliseconds from the question to the answer, and how far the answer goes. */
export interface Answered {
  readonly ms: number;
  readonly depth: CheckDepth;
}

/** What a try found besides: only what a probe itself can tell. */
export type Attempt =
  | Answered
  | { readonly failure: CheckFailure }
  | { readonly certificate: CertificateFault }
  | { readonly undetermined: UndeterminedReason };

export interface ProbeTools {
  readonly sockets: ProbeSockets;
  readonly random: Random;
  readonly clock: Clock & Pick<ServiceClock, 'serviceTime'>;
}

export interface Try<T> {
  readonly target: T;
  readonly addresses: readonly string[];
  readonly port: number;
  readonly signal: AbortSignal;
}

/** One try: rejects with a `ProbeFault` alone, and closes what it opened. */
export type Probe<T> = (tools: ProbeTools, given: Try<T>) => Promise<Attempt>;

/** The most that a parser may want to see before it decides, bytes. */
const maxRead = 65_536;

/** Opens a TCP connection, uses it and closes it; `ms` is how long opening took. */
export async function overTcp<T extends Address>(
  { sockets, clock }: ProbeTools,
  { addresses, port, signal }: Try<T>,
  use: (stream: ProbeStream, ms: number) => Promise<Attempt> | Attempt,
): Promise<Attempt> {
  const begun = clock.monotonic();
  const stream = await sockets.connect(addresses, port, signal);
  try {
    return await use(stream, clock.monotonic() - begun);
  } finally {
    stream.close();
  }
}

/** Writes, reads until the parser has its answer, `ms` later; rejects with `unexpected`. */
export async function ask<T>(
  { clock }: ProbeTools,
  stream: ProbeStream,
  question: Uint8Array,
  parse: (bytes: Uint8Array) => Parsed<T>,
): Promise<{ readonly value: T; readonly ms: number }> {
  const begun = clock.monotonic();
  stream.write(question);
  let bytes = Buffer.alloc(0);
  let firstAt: number | undefined;
  for (;;) {
    bytes = Buffer.concat([bytes, await stream.read()]);
    firstAt ??= clock.monotonic();
    const value = parse(bytes);
    if (value === 'other' || (value === 'more' && bytes.byteLength > maxRead)) {
      throw new ProbeFault('unexpected');
    }
    if (value !== 'more') return { value, ms: firstAt - begun };
  }
}

/** How long a datagram's answer is waited for before it is sent again, milliseconds. */
const askAgainAfter = 1200;
/** The most that one try sends: a server chooses where it goes, and could be someone else's. */
export const maxDatagrams = { count: 64, bytes: 65_536 };

interface DatagramQuestion {
  readonly send: readonly Uint8Array[];
  readonly isAnswer: (datagram: Uint8Array) => boolean;
}

/** Sends datagrams, again where nothing answers, at most `maxDatagrams`. */
export async function askByDatagrams<T extends Address>(
  { sockets, clock }: ProbeTools,
  { addresses, port, signal }: Try<T>,
  depth: CheckDepth,
  question: () => DatagramQuestion,
): Promise<Answered> {
  const socket = await sockets.datagrams(addresses, port, signal);
  const questions: { at: number; isAnswer: DatagramQuestion['isAnswer'] }[] = [];
  const left = { ...maxDatagrams };
  let stopAsking = () => undefined;
  const askOnce = () => {
    const { send, isAnswer } = question();
    left.count -= send.length;
    left.bytes -= send.reduce((sum, { byteLength }) => sum + byteLength, 0);
    if (left.count < 0 || left.bytes < 0) return;
    for (const datagram of send) socket.send(datagram);
    questions.push({ at: clock.monotonic(), isAnswer });
    const cancel = clock.after(askAgainAfter, askOnce);
    stopAsking = () => {
      cancel();
      return undefined;
    };
  };
  try {
    askOnce();
    for (;;) {
      const datagram = await socket.receive();
      const at = clock.monotonic();
      const found = questions.find(({ isAnswer }) => isAnswer(datagram));
      if (found) return { ms: at - found.at, depth };
    }
  } finally {
    stopAsking();
    socket.close();
  }
}
