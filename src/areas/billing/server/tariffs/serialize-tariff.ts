import { Decimal, toDecimal } from '#lib/decimal.ts';
import { formatAmount } from '#lib/format-money.ts';
import { type Amount, isZero, toAmount, toDecimalText } from '#lib/money.ts';
import type { BillingPeriod, TariffWire } from '../../wire/tariffs.ts';
import type { TariffRow } from './tariff-store.ts';

/** Price of one period. Throws Error for a tariff that is not sold by the year. */
export function readPrice(tariff: TariffRow, billingPeriod: BillingPeriod): Amount {
  const text = billingPeriod === 'monthly' ? tariff.monthly_price : tariff.yearly_price;
  if (text === null) throw new Error(`${tariff.slug} is not sold by the year.`);
  return toAmount(text, tariff.currency);
}

export const isFree = (tariff: TariffRow): boolean => isZero(readPrice(tariff, 'monthly'));

export const serializeTariffMention = (tariff: TariffRow) => ({
  id: tariff.id,
  slug: tariff.slug,
  name: tariff.name,
  tagline: tariff.tagline,
  is_free: isFree(tariff),
});

export function serializeTariff(tariff: TariffRow): TariffWire {
  const monthly = readPrice(tariff, 'monthly');
  const yearly = tariff.yearly_price === null ? null : readPrice(tariff, 'yearly');
  return {
    ...serializeTariffMention(tariff),
    description: tariff.description,
    currency: tariff.currency,
    monthly_price: toDecimalText(monthly),
    yearly_price: yearly && toDecimalText(yearly),
    yearly_discount_percentage: yearly ? computeDiscount(monthly, yearly) : 0,
    price_display: isZero(monthly) ? 'Free' : `${formatAmount(monthly)} a month`,
    trial_days: tariff.trial_days,
    limits: tariff.limits,
    overage: serializeOverage(tariff),
    features: [...tariff.features, webhooksFeature(tariff)],
    supports_webhooks: tariff.supports_webhooks,
    priority_support: tariff.priority_support,
    is_popular: tariff.is_popular,
    is_public: tariff.is_public,
    is_active: tariff.is_active,
    sort_order: tariff.sort_order,
    endpoint_groups: tariff.endpoint_groups,
    created_at: tariff.created_at.toISOString(),
    updated_at: tariff.updated_at.toISOString(),
  };
}

function serializeOverage(tariff: TariffRow): TariffWire['overage'] {
  const { overage_unit: unit, overage_price: price, overage_cap: cap, currency } = tariff;
  if (!unit || !price) return null;
  return {
    unit,
    price: new Decimal(price).toFixed(),
    cap: cap === null ? null : toDecimalText(toAmount(cap, currency)),
  };
}

/** A line of the card that follows from the flag, so that the two cannot differ. */
const webhooksFeature = ({ supports_webhooks: included }: TariffRow) => ({
  code: 'webhooks',
  label: 'Webhooks for what happens in the account',
  included,
});

/** Discount of a year compared with twelve months, 0 to 100 with two decimals. */
function computeDiscount(monthly: Amount, yearly: Amount): number {
  const twelve = toDecimal(monthly).times(12);
  if (twelve.isZero()) return 0;
  return twelve.minus(toDecimal(yearly)).div(twelve).times(100).toDecimalPlaces(2).toNumber();
}
