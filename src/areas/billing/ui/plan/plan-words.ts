// Prices, dates and limits as the screens of plans say them.
import { formatAmount } from '#lib/format-money.ts';
import { amountOf } from '#lib/money.ts';
import type { SubscriptionWire, TariffWire } from '../../contract.ts';

export const sayMoney = (text: string, currency: string): string =>
  formatAmount(amountOf(text, currency));

/** `$79`, `$65.83`: cents only where there are any. */
export const sayPrice = (text: string, currency: string): string =>
  sayMoney(text, currency).replace(/\.00$/, '');

const longDay = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', year: 'numeric' });
export const sayDay = (time: string): string => longDay.format(new Date(time));

const whole = new Intl.NumberFormat('en');
export const sayCount = (value: number): string => whole.format(Math.round(value));

export const periodWords = { monthly: 'a month', yearly: 'a year' } as const;

type Limits = TariffWire['limits'];
type LimitRow = { name: keyof Limits; label: string; say?: (value: number) => string };

const sayHours = (seconds: number) => {
  const hours = seconds / 3600;
  return hours >= 1 ? `${sayCount(hours)} h` : `${sayCount(seconds / 60)} min`;
};

/** In the order in which people ask for them. */
export const limitRows: readonly LimitRow[] = [
  { name: 'requests_per_month', label: 'Requests a month' },
  { name: 'requests_per_hour', label: 'Requests an hour' },
  { name: 'max_api_keys', label: 'API keys' },
  { name: 'calculations_per_month', label: 'Calculations a month' },
  { name: 'transcription_seconds_per_month', label: 'Transcription', say: sayHours },
  { name: 'tts_characters_per_month', label: 'Speech, characters' },
  { name: 'max_proxy_resources', label: 'Proxy resources' },
];

export const sayLimit = (limits: Limits, { name, say = sayCount }: LimitRow): string => {
  const limit = limits[name];
  return limit === null ? 'Unlimited' : say(limit);
};

type Metric = keyof SubscriptionWire['usage']['units_this_period'];
type Meter = { metric: Metric; limit: keyof Limits; label: string; say: (value: number) => string };

export const meters: readonly Meter[] = [
  { metric: 'request', limit: 'requests_per_month', label: 'Requests', say: sayCount },
  {
    metric: 'calculation',
    limit: 'calculations_per_month',
    label: 'Customs calculations',
    say: sayCount,
  },
  {
    metric: 'audio_second',
    limit: 'transcription_seconds_per_month',
    label: 'Transcription',
    say: sayHours,
  },
  {
    metric: 'character',
    limit: 'tts_characters_per_month',
    label: 'Spoken characters',
    say: sayCount,
  },
];

/** What the month will end with at this pace; null while it is too young to tell. */
export function projectTo(
  used: number,
  { started_at, resets_at }: { started_at: string; resets_at: string },
  nowMs: number,
): number | null {
  const start = Date.parse(started_at);
  const share = (nowMs - start) / (Date.parse(resets_at) - start);
  return share < 0.1 ? null : used / Math.min(share, 1);
}
