import { cardEnd } from '../../wire/cards.constants.ts';
import type { CardSetupWire, CardWire } from '../../wire/cards.ts';
import type { Payments } from '../context.ts';
import type { SetupRow } from './card-setup-store.ts';
import type { CardRow } from './card-store.ts';
import { isUsable } from './provider-accounts.ts';

export const serializeCard = (
  { kernel, providers }: Pick<Payments, 'kernel' | 'providers'>,
  row: CardRow,
): CardWire => ({
  uuid: row.id,
  brand: row.brand,
  last4: row.last4,
  exp_month: row.exp_month,
  exp_year: row.exp_year,
  is_expired: cardEnd(row) <= kernel.clock.now(),
  is_usable: isUsable({ providers }, row),
  is_default: row.is_default,
  is_test: providers.find(row.provider)?.isTest ?? false,
  created_at: row.created_at.toISOString(),
});

export const serializeSetup = (row: SetupRow): CardSetupWire => ({
  uuid: row.id,
  status: row.status,
  url: row.status === 'open' ? row.url : null,
  card: row.card_id,
  was_saved_before: row.was_saved_before,
  expires_at: row.expires_at.toISOString(),
  created_at: row.created_at.toISOString(),
});
