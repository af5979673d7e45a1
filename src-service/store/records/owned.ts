import type { CloudServer } from '#contract/records/cloud-servers.ts';
import type { PanelDevice } from '#contract/records/paid-options.ts';
import type { AutoRenewal } from '#contract/records/shared.ts';
import type { Connection } from '#service/connections/connection.ts';

/** A record of the contract with the fields that it names, and no others. */
export type Named<T> = { [Name in keyof T as string extends Name ? never : Name]: T[Name] };

export interface SubconfigRecord {
  id: number;
  protocol: string;
  secret: string;
  tls_domain: string | null;
}

export interface ConfigRecord extends Connection, Named<AutoRenewal> {
  id: number;
  title: string | null;
  location_id: number;
  server_id: number;
  expires_at: number;
  created_at: number;
  flags: string[];
  subconfig: SubconfigRecord | null;
}

export interface CloudServerRecord extends Omit<Named<CloudServer>, 'is_online'> {
  ordered_at: number;
  /** Hexadecimal; the keys of the server are derived from it. */
  secret: string;
  rebooted_at: number | null;
  configs: CloudConfigRecord[];
  proxies: ProxyRecord[];
}

export interface CloudConfigRecord extends Connection {
  id: number;
  title: string | null;
  created_at: number;
}

export interface ProxyRecord {
  id: number;
  title: string | null;
  protocol: string;
  secret: string;
  created_at: number;
}

export interface PaidOptionRecord extends Named<AutoRenewal> {
  option_id: number;
  expires_at: number;
  started_at: number;
  /** `null` = unlimited. */
  device_limit: number | null;
  /** 0 = unlimited. */
  traffic_limit_bytes: number;
  /** Bytes used up to `used_at`, of this period and of the option's life. */
  used_traffic_bytes: number;
  lifetime_used_traffic_bytes: number;
  used_at: number;
  disabled: boolean;
  configs: PaidConfigRecord[];
  devices: Named<PanelDevice>[];
}

export interface PaidConfigRecord extends Connection {
  id: number;
  index: number;
  server_id: number;
  title: string | null;
  original_title: string;
  custom_title: string | null;
  created_at: number;
  subconfig: SubconfigRecord | null;
  /** Comes with the option; the others were created by the user. */
  built_in: boolean;
}
