import type { ProductType } from '#service/catalog/tariffs.ts';

export interface HistoryRecord {
  id: number;
  amount: string | null;
  type: string | null;
  method: string;
  days: number;
  is_paid: boolean;
  as_key: boolean;
  created_at: number;
}

export interface PromocodeRecord {
  id: number;
  account_id: number;
  code: string;
  activation_days: number;
  product_type: ProductType;
  is_active: boolean;
  created_at: number;
}

export interface PendingPayment {
  token: string;
  account_id: number;
  history_id: number;
  paid: boolean;
  days: number;
  /** What the page says is paid. */
  label: string;
  price: string;
  order: Order;
}

/** What is carried out once it is paid. */
export type Order =
  | {
      kind: 'new-config';
      location_id: number;
      protocol: string;
      server_id: number | null;
      options: Record<string, true>;
      auto_renewal: boolean;
    }
  | { kind: 'renew-config'; config_id: number; auto_renewal: boolean }
  | {
      kind: 'new-cloud-server';
      location_id: number;
      tariff_config_id: number;
      hostname: string | null;
      auto_renewal: boolean;
    }
  | { kind: 'renew-cloud-server'; server_id: number; auto_renewal: boolean }
  | { kind: 'paid-option'; option_id: number; auto_renewal: boolean }
  | { kind: 'key'; product_type: ProductType }
  | { kind: 'top-up'; amount: number };
