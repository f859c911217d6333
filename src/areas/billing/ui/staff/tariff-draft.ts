// Values of the draft's form, their validation, and the request body.
import { type QuotaGroup, quotaGroups } from '#lib/quota-groups.ts';
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

type TextName =
  | 'name'
  | 'tagline'
  | 'description'
  | 'monthly_price'
  | 'yearly_price'
  | 'trial_days'
  | 'overage_price'
  | 'overage_cap'
  | keyof Limits;
/** `slug` only for a new tariff: a version keeps that of its tariff. */
export type DraftValues = Record<TextName, string> & { slug?: string; is_public: boolean } & {
  groups: QuotaGroup[];
};

const limitTexts = (limits: Limits | undefined) =>
  Object.fromEntries(limitNames.map((name) => [name, limits?.[name]?.toString() ?? ''])) as Record<
    keyof Limits,
    string
  >;

/** Those of the version to start from; without one, of a new tariff. */
export const toDraftValues = (template: TariffVersionWire | undefined): DraftValues => ({
  ...(!template && { slug: '' }),
  name: template?.name ?? '',
  tagline: template?.tagline ?? '',
  description: template?.description ?? '',
  monthly_price: template?.monthly_price ?? '',
  yearly_price: template?.yearly_price ?? '',
  trial_days: String(template?.trial_days ?? 0),
  overage_price: template?.overage?.price ?? '',
  overage_cap: template?.overage?.cap ?? '',
  groups: quotaGroups.filter(
    (group) => !template || template.endpoint_groups.some(({ code }) => code === group),
  ),
  is_public: template?.is_public ?? true,
  ...limitTexts(template?.limits),
});

/** An invalid number must not be mistaken for an empty field, which means no limit. */
export const draftRules = (values: DraftValues): Partial<Record<TextName, string>> =>
  Object.fromEntries(
    (['trial_days', ...limitNames] as const)
      .filter((name) => !/^\d{0,15}$/.test(values[name].trim()))
      .map((name) => [name, 'Enter a whole number.']),
  );

/** An empty limit field means no limit. */
export function toDraft(
  { slug, is_public, groups, ...texts }: DraftValues,
  template: TariffVersionWire | undefined,
): TariffDraft {
  const text = (name: TextName) => texts[name].trim();
  const readLimit = (name: keyof Limits) => (text(name) === '' ? null : Number(text(name)));
  return {
    slug: template?.slug ?? slug?.trim() ?? '',
    name: text('name'),
    tagline: text('tagline'),
    description: text('description'),
    monthly_price: text('monthly_price'),
    yearly_price: text('yearly_price') || null,
    trial_days: Number(text('trial_days')),
    overage_price: text('overage_price') || null,
    overage_cap: text('overage_cap') || null,
    endpoint_groups: groups,
    is_public,
    limits: Object.fromEntries(limitNames.map((name) => [name, readLimit(name)])) as Limits,
  };
}
