import type { UseFormRegisterReturn } from 'react-hook-form';
import { capitalize } from '#lib/format.ts';
import { SelectField } from '#ui/fields/SelectField.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { type Protocol, type ProxyType, protocols, proxyTypes } from '../wire/proxies.constants.ts';
import { protocolLabels } from './proxy.labels.ts';

/** For lines of a list without their own values. */
export type ListDefaults = {
  protocol: Protocol;
  type: ProxyType | '';
  country_code: string;
  provider: string;
};

export const emptyListDefaults: ListDefaults = {
  protocol: 'http',
  type: '',
  country_code: '',
  provider: '',
};

const protocolOptions = protocols.map((value) => ({ value, label: protocolLabels[value] }));
const typeOptions = [
  { value: '', label: 'As listed, otherwise datacenter' },
  ...proxyTypes.map((value) => ({
    value,
    label: value === 'isp' ? 'ISP' : capitalize(value),
  })),
];

type ListDefaultFieldsProps = {
  register: (name: keyof ListDefaults) => UseFormRegisterReturn;
  errors: { [name in keyof ListDefaults]?: { message?: string | undefined } | undefined };
};

export const ListDefaultFields = ({ register, errors }: ListDefaultFieldsProps) => (
  <>
    <SelectField label="Default protocol" options={protocolOptions} {...register('protocol')} />
    <SelectField label="Type" options={typeOptions} {...register('type')} />
    <TextField
      label="Country"
      help="Two letters; empty when unknown."
      maxLength={2}
      autoComplete="off"
      error={errors.country_code?.message}
      {...register('country_code')}
    />
    <TextField
      label="Provider"
      maxLength={100}
      autoComplete="off"
      error={errors.provider?.message}
      {...register('provider')}
    />
  </>
);
