import type { Renewal } from './records/owned.ts';

/** Switches auto-renewal; `days` is there when enabling, and unchanged when switching off. */
export function setRenewal(
  record: Renewal,
  body: { enabled: boolean; days?: number | undefined },
): { auto_renewal: boolean; auto_renewal_days: number | null } {
  record.auto_renewal = body.enabled;
  record.auto_renewal_days = body.enabled ? (body.days ?? null) : record.auto_renewal_days;
  const { auto_renewal, auto_renewal_days } = record;
  return { auto_renewal, auto_renewal_days };
}
