// The values of the form of a source, and the body that it sends.
import type { ProxySourceWire } from '../../wire/index.ts';
import { type ListFormat, refreshMinutesDefault } from '../../wire/proxy-sources.constants.ts';
import { emptyListDefaults, type ListDefaults } from '../ListDefaultFields.tsx';
import type { SourceBody, SourceChanges } from './queries.ts';

export type SourceValues = ListDefaults & {
  name: string;
  url: string;
  format: ListFormat;
  authorization: string;
  username: string;
  password: string;
  refresh_minutes: string;
  missed_max: string;
  is_active: boolean;
  /** Only while editing: empty fields keep the secrets, these remove them. */
  removes_authorization: boolean;
  removes_login: boolean;
};

export const emptyValues: SourceValues = {
  ...emptyListDefaults,
  name: '',
  url: '',
  format: 'auto',
  authorization: '',
  username: '',
  password: '',
  refresh_minutes: String(refreshMinutesDefault),
  missed_max: '1',
  is_active: true,
  removes_authorization: false,
  removes_login: false,
};

/** Staff do not see addresses; an empty field keeps them. */
export const hidesAddress = ({ url }: ProxySourceWire): boolean => url.endsWith('/***');

export const toValues = (source: ProxySourceWire): SourceValues => ({
  ...emptyValues,
  name: source.name,
  url: hidesAddress(source) ? '' : source.url,
  format: source.format,
  protocol: source.protocol,
  type: source.type ?? '',
  country_code: source.country_code ?? '',
  provider: source.provider,
  refresh_minutes: String(source.refresh_minutes),
  missed_max: String(source.missed_max),
  is_active: source.is_active,
});

const readInteger = (text: string): number => (/^\d+$/.test(text.trim()) ? Number(text) : NaN);

const commonBody = (values: SourceValues) => ({
  name: values.name,
  format: values.format,
  protocol: values.protocol,
  type: values.type || null,
  country_code: values.country_code || null,
  provider: values.provider,
  refresh_minutes: readInteger(values.refresh_minutes),
  missed_max: readInteger(values.missed_max),
  is_active: values.is_active,
});

export const toCreateBody = (values: SourceValues): SourceBody => ({
  ...commonBody(values),
  url: values.url,
  ...(values.authorization && { authorization: values.authorization }),
  ...(values.username && { username: values.username }),
  ...(values.password && { password: values.password }),
});

export const toChanges = (values: SourceValues): SourceChanges => ({
  ...commonBody(values),
  ...(values.url && { url: values.url }),
  ...(values.removes_authorization
    ? { authorization: null }
    : values.authorization && { authorization: values.authorization }),
  ...(values.removes_login
    ? { username: null, password: null }
    : {
        ...(values.username && { username: values.username }),
        ...(values.password && { password: values.password }),
      }),
});
