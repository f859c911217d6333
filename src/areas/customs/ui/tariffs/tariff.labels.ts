// Words for tariffs: kinds of measures, what is loaded, links.
import { formatCountry, formatNumber, formatUtcDate } from '#lib/format.ts';
import type { CodeMeasureWire, CustomsTariffWire } from '../../wire/tariffs/tariffs.ts';

export const measureLabels: Record<CodeMeasureWire['kind'], string> = {
  third_country: 'Duty',
  general: 'General rate',
  preference: 'Preference',
  quota: 'Tariff quota',
  suspension: 'Suspension',
  anti_dumping: 'Anti-dumping duty',
  countervailing: 'Countervailing duty',
  additional: 'Additional duty',
  vat: 'VAT',
  excise: 'Excise',
};

/** Groups of a publication, such as 2020, have no name of their own here. */
export function formatOrigin(origin: string): string {
  if (origin === '*') return 'All origins';
  return /^[A-Z]{2}$/.test(origin) ? formatCountry(origin) : `Group ${origin}`;
}

export const formatTariff = ({ title, effective_from }: CustomsTariffWire): string =>
  `${title}, from ${formatUtcDate(effective_from)}`;

type Loaded = { codes: number; title: string; is_starter: boolean };

/** `103 codes of the starter set`. */
export const formatLoaded = ({ codes, title, is_starter }: Loaded): string =>
  `${formatNumber(codes)} codes of ${is_starter ? 'the starter set' : title}`;

/** The page of a code, for the same destination. */
export const codePath = (code: string, country: string): string =>
  `/dashboard/customs/tariff/${code}${country ? `?country=${country}` : ''}`;
