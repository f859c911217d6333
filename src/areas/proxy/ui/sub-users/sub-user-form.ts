// Form values of a sub-user, and their conversion to the request body.
import type { ApiForm } from '#client/use-api-form.ts';
import type { SubUserWire } from '../../wire/index.ts';

export type SubUserValues = {
  name: string;
  /** Gigabytes; empty for no limit. */
  traffic: string;
  /** Empty for no limit. */
  requests: string;
  addresses: string;
  is_active: boolean;
};
export type SubUserForm = ApiForm<SubUserValues>;

const gigabyte = 1_000_000_000;

export const emptyValues: SubUserValues = {
  name: '',
  traffic: '',
  requests: '',
  addresses: '',
  is_active: true,
};

export const valuesOf = (subUser: SubUserWire): SubUserValues => ({
  name: subUser.name,
  traffic:
    subUser.traffic_limit_bytes === null ? '' : String(subUser.traffic_limit_bytes / gigabyte),
  requests: String(subUser.requests_limit ?? ''),
  addresses: subUser.addresses.join('\n'),
  is_active: subUser.is_active,
});

const numberOrNull = (text: string): number | null => (text.trim() ? Number(text) : null);

export const toBody = (values: SubUserValues) => {
  const gigabytes = numberOrNull(values.traffic);
  return {
    name: values.name.trim(),
    traffic_limit_bytes: gigabytes === null ? null : Math.round(gigabytes * gigabyte),
    requests_limit: numberOrNull(values.requests),
    addresses: values.addresses.split(/[\s,]+/).filter(Boolean),
    is_active: values.is_active,
  };
};

/** Rules of the screen, whose fields are not those of the body. */
export const subUserRules = ({ traffic }: SubUserValues) => ({
  traffic:
    traffic.trim() === '' || Number(traffic) > 0
      ? undefined
      : 'Enter gigabytes, such as 50 or 0.5, or nothing for no limit.',
});

export const subUserFieldNames = {
  traffic_limit_bytes: 'traffic',
  requests_limit: 'requests',
} as const;
