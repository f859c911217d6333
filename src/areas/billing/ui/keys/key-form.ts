// Values of the key form, their validation, and the request bodies.
import { dayMs } from '#lib/durations.ts';
import type { Scope } from '#lib/endpoint.ts';
import { formatDate } from '#lib/format.ts';
import type { ApiKeyWire } from '../../wire/index.ts';
import { scopeChoices } from './key.labels.ts';
import type { CreateKey, EditKey } from './queries.ts';

export type KeyValues = {
  name: string;
  description: string;
  /** `keep`, `never`, `date`, or a number of days. */
  expiry: string;
  /** YYYY-MM-DD; the key works until the end of that day in the user's time zone. */
  expiryDate: string;
  scopes: Scope[];
  addresses: string;
};
export type KeyFieldName = keyof KeyValues;

const addressesMax = 20;
const dayChoices = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
];

export const emptyValues: KeyValues = {
  name: '',
  description: '',
  expiry: '90',
  expiryDate: '',
  scopes: scopeChoices.filter((scope) => scope !== 'proxy:credentials'),
  addresses: '',
};

export const valuesOf = (key: ApiKeyWire): KeyValues => ({
  name: key.name,
  description: key.description,
  expiry: 'keep',
  expiryDate: '',
  scopes: key.scopes,
  addresses: key.allowed_ips.join('\n'),
});

export const expiryChoices = (key?: ApiKeyWire) => [
  ...(key
    ? [
        {
          value: 'keep',
          label: key.expires_at ? `Unchanged: ${formatDate(key.expires_at)}` : 'Unchanged: never',
        },
      ]
    : []),
  ...dayChoices.map(({ value, label }) => ({
    value,
    label: key ? `${label} from now` : label,
  })),
  { value: 'date', label: 'On a date' },
  { value: 'never', label: 'Never' },
];

export const readAddresses = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

/** Undefined if valid; the server checks the rest. */
export const fieldRules = {
  name: (text: string) => (text.trim() ? undefined : 'Give the key a name.'),
  scopes: (chosen: readonly Scope[]) =>
    chosen.length > 0 ? undefined : 'Choose at least one scope.',
  addresses: (text: string) =>
    readAddresses(text).length <= addressesMax
      ? undefined
      : `Enter at most ${addressesMax} addresses.`,
  expiryDate: (text: string, { expiry }: KeyValues) =>
    expiry !== 'date' || (text && endOfDay(text).getTime() > Date.now())
      ? undefined
      : 'Choose a day in the future.',
};

const endOfDay = (day: string): Date => new Date(`${day}T23:59:59`);

function expiryOf({ expiry, expiryDate }: KeyValues): string | null {
  if (expiry === 'never') return null;
  if (expiry === 'date') return endOfDay(expiryDate).toISOString();
  return new Date(Date.now() + Number(expiry) * dayMs).toISOString();
}

const shared = (values: KeyValues) => ({
  name: values.name.trim(),
  description: values.description.trim(),
  scopes: values.scopes,
  allowed_ips: readAddresses(values.addresses),
});

export const toCreateBody = (values: KeyValues): CreateKey => {
  const isDays = /^\d+$/.test(values.expiry);
  return {
    ...shared(values),
    ...(isDays ? { expires_in_days: Number(values.expiry) } : { expires_at: expiryOf(values) }),
  };
};

export const toEditBody = (values: KeyValues): EditKey => ({
  ...shared(values),
  ...(values.expiry !== 'keep' && { expires_at: expiryOf(values) }),
});

/** The form field for each field of the API. */
export const fieldOfWire: Record<string, KeyFieldName> = {
  name: 'name',
  description: 'description',
  scopes: 'scopes',
  allowed_ips: 'addresses',
  expires_at: 'expiryDate',
  expires_in_days: 'expiry',
};
