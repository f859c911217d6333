// Form values of a sub-user, and their conversion to the request body.
import type { ApiForm } from '#client/use-api-form.ts';
import type { SubUserWire } from '../../wire/index.ts';

export type SubUserValues = {
  name: string;
  /** Gigabytes; empty for no limit. */
  traffic: string;
  /** Empty for no limit. */
  requests: string;
  /** US dollars; empty for none. */
  price: string;
  /** US dollars; empty for no limit. */
  spend: string;
  addresses: string;
  is_active: boolean;
};
export type SubUserForm = ApiForm<SubUserValues>;

const gigabyte = 1_000_000_000;

export const emptyValues: SubUserValues = {
  name: '',
  traffic: '',
  requests: '',
  price: '',
  spend: '',
  addresses: '',
  is_active: true,
};

export const toValues = (subUser: SubUserWire): SubUserValues => ({
  name: subUser.name,
  traffic:
    subUser.traffic_limit_bytes === null ? '' : String(subUser.traffic_limit_bytes / gigabyte),
  requests: String(subUser.requests_limit ?? ''),
  price: subUser.price_per_gb ?? '',
  spend: subUser.spend_limit ?? '',
  addresses: subUser.addresses.join('\n'),
  is_active: subUser.is_active,
});

const textOrNull = (text: string): string | null => text.trim() || null;
const numberOrNull = (text: string): number | null => (text.trim() ? Number(text) : null);

export const toBody = (values: SubUserValues) => {
  const gigabytes = numberOrNull(values.traffic);
  return {
    name: values.name.trim(),
    traffic_limit_bytes: gigabytes === null ? null : Math.round(gigabytes * gigabyte),
    requests_limit: numberOrNull(values.requests),
    price_per_gb: textOrNull(values.price),
    spend_limit: textOrNull(values.spend),
    addresses: values.addresses.split(/[\s,]+/).filter(Boolean),
    is_active: values.is_active,
  };
};

/** Rules of the screen, whose fields are not those of the body. */
export const subUserRules = ({ traffic, price, spend }: SubUserValues) => ({
  traffic:
    traffic.trim() === '' || Number(traffic) > 0
      ? undefined
      : 'Enter gigabytes, such as 50 or 0.5, or nothing for no limit.',
  price:
    spend.trim() === '' || price.trim() !== ''
      ? undefined
      : 'Enter your price of a gigabyte, so that the cost can be counted.',
});

export const subUserFieldNames = {
  traffic_limit_bytes: 'traffic',
  requests_limit: 'requests',
  price_per_gb: 'price',
  spend_limit: 'spend',
} as const;
