export const tariffStatuses = ['imported', 'published', 'superseded'] as const;
export type TariffStatus = (typeof tariffStatuses)[number];

export const tariffActions = [
  'imported',
  'approved',
  'published',
  'superseded',
  'discarded',
] as const;
export type TariffAction = (typeof tariffActions)[number];

export const measureKinds = [
  'third_country',
  'general',
  'preference',
  'quota',
  'suspension',
  'anti_dumping',
  'countervailing',
  'additional',
  'vat',
  'excise',
] as const;
export type MeasureKind = (typeof measureKinds)[number];

/** The jurisdiction of codes that are the same everywhere. */
export const everywhere = '*';
export const starterSource = 'starter';
