import type { CopyWay } from '#contract/ipc/connections.ts';
import type { Copied, SecretCodes } from '#contract/ipc/secrets.ts';
import type { KeyOnDevices } from '#contract/ipc/connections.ts';

/** How the window has a secret leave main. */
export type SecretWay = 'copy' | 'reveal' | 'qr' | 'open';

export interface LeavingSecret {
  readonly text: string;
  /** The texts of its QR codes, where they are not `text`. */
  readonly parts?: readonly string[];
  /** What the window is told beside it. */
  readonly said?: Omit<Copied, 'clearsAt'> & Omit<SecretCodes, 'codes'>;
  readonly left?: (way: CopyWay) => KeyOnDevices;
}
