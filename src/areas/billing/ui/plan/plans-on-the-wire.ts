// Plans as the API answers them, for tests of the screens.
import type { ChangePreviewWire, SubscriptionWire, TariffWire } from '../../contract.ts';
import tariffs from '../../tariffs.json' with { type: 'json' };

const at = '2026-11-01T00:00:00.000Z';

export const tariffsOnTheWire: TariffWire[] = tariffs.map((tariff, index) => ({
  ...tariff,
  id: index + 1,
  created_at: at,
  updated_at: at,
}));

export const mentionOf = (slug: string): SubscriptionWire['tariff'] => {
  const { id, name, tagline, is_free } = tariffsOnTheWire.find((one) => one.slug === slug)!;
  return { id, slug, name, tagline, is_free };
};

export function planOf(slug: string, more: Partial<SubscriptionWire> = {}): SubscriptionWire {
  const tariff = tariffsOnTheWire.find((one) => one.slug === slug)!;
  return {
    id: '01981234-0000-7000-8000-000000000001',
    user: 1,
    tariff: mentionOf(slug),
    status: 'active',
    status_display: 'Active',
    billing_period: 'monthly',
    price: tariff.monthly_price,
    currency: 'USD',
    auto_renew: true,
    cancel_at_period_end: false,
    cancelled_at: null,
    cancel_reason: '',
    starts_at: at,
    current_period_start: at,
    current_period_end: '2026-12-01T00:00:00.000Z',
    expires_at: null,
    trial_ends_at: null,
    had_trial: false,
    days_remaining: 10,
    is_active: true,
    is_expired: false,
    can_reactivate: false,
    past_due: null,
    overage_due: null,
    pending_change: null,
    next_charge: null,
    payment: null,
    limits: tariff.limits,
    usage: {
      requests_today: 12,
      requests_this_period: 0,
      percentage: 0,
      units_this_period: {
        request: 0,
        audio_second: 0,
        character: 0,
        calculation: 0,
        proxy_lease: 0,
      },
      started_at: at,
      resets_at: '2026-12-01T00:00:00.000Z',
    },
    total_requests: 0,
    last_request_at: null,
    created_at: at,
    updated_at: at,
    ...more,
  };
}

export const previewOf = (
  slug: string,
  more: Partial<ChangePreviewWire> = {},
): ChangePreviewWire => ({
  kind: 'start',
  tariff: mentionOf(slug),
  billing_period: 'monthly',
  price: '79.00',
  currency: 'USD',
  charge_now: '79.00',
  lines: [{ label: 'Pro, Nov 21 – Dec 21, 2026', amount: '79.00' }],
  overage: null,
  effective_at: at,
  next_charge: { amount: '79.00', at: '2026-12-21T00:00:00.000Z' },
  balance: { available: '100.00', missing: '0.00' },
  ...more,
});

export const changeTo = (slug: string, payment: string | null = null) => ({
  tariff: mentionOf(slug),
  billing_period: 'monthly' as const,
  price: '19.00',
  effective_at: payment ? null : '2026-12-01T00:00:00.000Z',
  payment,
});
