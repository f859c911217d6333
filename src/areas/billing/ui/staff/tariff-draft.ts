// Values of the tariff form, their validation, and the request body.
import type { TariffVersionWire } from '../../wire/index.ts';
import type { TariffDraft } from './queries.ts';

type Limits = TariffVersionWire['limits'];
export const limitLabels: Record<keyof Limits, string> = {
  requests_per_hour: 'Requests an hour',
  requests_per_day: 'Requests a day',
  requests_per_month: 'Requests a month',
  max_api_keys: 'API keys',
  max_proxy_resources: 'Proxy resources',
  transcription_seconds_per_month: 'Transcribed seconds a month',
  tts_characters_per_month: 'Spoken characters a month',
  calculations_per_month: 'Calculations a month',
};
export const limitNames = Object.keys(limitLabels) as (keyof Limits)[];

const wholeNumber = 'Enter a whole number.';

/**
 * Errors by field. An invalid number must not be mistaken for an empty field, which means no limit.
 */
export function draftProblems(form: FormData): Record<string, [string]> {
  const wrong = ['trial_days', ...limitNames].filter(
    (name) => !/^\d*$/.test(String(form.get(name) ?? '').trim()),
  );
  return Object.fromEntries(wrong.map((name) => [name, [wholeNumber]]));
}

/** An empty limit field means no limit. */
export function readDraft(form: FormData, template: TariffVersionWire | undefined): TariffDraft {
  const text = (name: string) => String(form.get(name) ?? '').trim();
  const limitOf = (name: string) => (text(name) === '' ? null : Number(text(name)));
  return {
    slug: template?.slug ?? text('slug'),
    name: text('name'),
    tagline: text('tagline'),
    description: text('description'),
    monthly_price: text('monthly_price'),
    yearly_price: text('yearly_price') || null,
    trial_days: Number(text('trial_days')),
    overage_price: text('overage_price') || null,
    is_public: form.get('is_public') !== null,
    limits: Object.fromEntries(limitNames.map((name) => [name, limitOf(name)])) as Limits,
  };
}
