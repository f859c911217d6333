import type { BillingProfileWire } from '../../wire/billing-profile.ts';
import { taxNumberLabel } from '../../wire/tax-numbers.form.ts';
import type { BillingProfileRow } from './billing-profile-store.ts';

export const serializeProfile = ({
  account_id: _,
  created_at: __,
  ...row
}: BillingProfileRow): BillingProfileWire => ({
  ...row,
  tax_number_label: taxNumberLabel(row.country),
  tax_checked_at: row.tax_checked_at?.toISOString() ?? null,
  updated_at: row.updated_at.toISOString(),
});
