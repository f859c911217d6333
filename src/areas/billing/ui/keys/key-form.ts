// Values of the key form, their validation, and the request bodies.
import type { ApiForm } from '#client/use-api-form.ts';
import { dayMs } from '#lib/durations.ts';
import { formatDate } from '#lib/format.ts';
import { type Scope, scopesOnAtFirst } from '#lib/scopes.ts';
import type { ApiKeyWire } from '../../wire/index.ts';
import { allowedIpsMax } from '../../wire/keys.constants.ts';
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
  /** Money of the plan's currency, and a number; empty for no budget. */
  overageBudget: string;
  requestsBudget: string;
};
export type KeyForm = ApiForm<KeyValues>;

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
  scopes: [...scopesOnAtFirst],
  addresses: '',
  overageBudget: '',
  requestsBudget: '',
};

export const toFormValues = (key: ApiKeyWire): KeyValues => ({
  name: key.name,
  description: key.description,
  expiry: 'keep',
  expiryDate: '',
  scopes: key.scopes,
  addresses: key.allowed_ips.join('\n'),
  overageBudget: key.overage_budget ?? '',
  requestsBudget: key.requests_budget?.toString() ?? '',
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

/** Rules that the contract's schema does not have, or words less plainly. */
export const keyRules = ({ addresses, expiry, expiryDate, requestsBudget }: KeyValues) => ({
  requestsBudget: /^\d*$/.test(requestsBudget.trim()) ? undefined : 'Enter a whole number.',
  addresses:
    readAddresses(addresses).length > allowedIpsMax
      ? `Enter at most ${allowedIpsMax} addresses.`
      : undefined,
  expiryDate:
    expiry === 'date' && !(endOfDay(expiryDate).getTime() > Date.now())
      ? 'Choose a day in the future.'
      : undefined,
});

const endOfDay = (day: string): Date => new Date(`${day}T23:59:59`);

function readExpiry({ expiry, expiryDate }: KeyValues): string | null {
  if (expiry === 'never') return null;
  if (expiry !== 'date') return new Date(Date.now() + Number(expiry) * dayMs).toISOString();
  const end = endOfDay(expiryDate);
  // The body is made before the rules refuse a missing date.
  return Number.isNaN(end.getTime()) ? '' : end.toISOString();
}

const shared = (values: KeyValues) => ({
  name: values.name.trim(),
  description: values.description.trim(),
  scopes: values.scopes,
  allowed_ips: readAddresses(values.addresses),
});

/** Those that were changed: an amount sent again would be one in the plan's new currency. */
function readBudgets(values: KeyValues, before: KeyValues) {
  const { overageBudget: money, requestsBudget: requests } = values;
  return {
    ...(money !== before.overageBudget && { overage_budget: money.trim() || null }),
    ...(requests !== before.requestsBudget && {
      requests_budget: requests.trim() ? Number(requests) : null,
    }),
  };
}

export const toCreateBody = (values: KeyValues): CreateKey => {
  const isDays = /^\d+$/.test(values.expiry);
  return {
    ...shared(values),
    ...readBudgets(values, emptyValues),
    ...(isDays ? { expires_in_days: Number(values.expiry) } : { expires_at: readExpiry(values) }),
  };
};

export const toEditBody = (values: KeyValues, key: ApiKeyWire): EditKey => ({
  ...shared(values),
  ...readBudgets(values, toFormValues(key)),
  ...(values.expiry !== 'keep' && { expires_at: readExpiry(values) }),
});

export const keyFieldNames = {
  allowed_ips: 'addresses',
  expires_at: 'expiryDate',
  expires_in_days: 'expiry',
  overage_budget: 'overageBudget',
  requests_budget: 'requestsBudget',
} as const;
