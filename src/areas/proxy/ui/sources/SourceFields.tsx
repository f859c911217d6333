import { useFormState } from 'react-hook-form';
import type { ApiForm } from '#client/use-api-form.ts';
import { Checkbox } from '#ui/fields/Checkbox.tsx';
import { SelectField } from '#ui/fields/SelectField.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { useFormFields } from '#ui/fields/use-form-fields.ts';
import type { ProxySourceWire } from '../../wire/index.ts';
import {
  type ListFormat,
  listFormats,
  refreshMinutesMax,
  refreshMinutesMin,
  sourceNameMax,
} from '../../wire/proxy-sources.constants.ts';
import { ListDefaultFields } from '../ListDefaultFields.tsx';
import { hidesAddress, type SourceValues } from './source-form.ts';

const formatLabels: Record<ListFormat, string> = {
  auto: 'Recognize automatically',
  plain: 'One proxy per line',
  csv: 'CSV with a header',
  json: 'JSON, such as the API of Webshare',
};
const formatOptions = listFormats.map((value) => ({ value, label: formatLabels[value] }));
const unchanged = 'Leave it empty to keep the present one.';

type FieldsProps = { form: ApiForm<SourceValues>; source: ProxySourceWire | undefined };

export function AddressFields({ form, source }: FieldsProps) {
  const field = useFormFields(form);
  const isHidden = source !== undefined && hidesAddress(source);
  return (
    <>
      <TextField
        label="Name"
        required
        maxLength={sourceNameMax}
        autoComplete="off"
        {...field('name')}
      />
      <TextField
        label="Address of the list"
        help={isHidden ? unchanged : 'As the provider shows it, with its token. It is encrypted.'}
        required={!isHidden}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        {...field('url')}
      />
      <SelectField label="Format" options={formatOptions} {...form.register('format')} />
    </>
  );
}

/** Values of the provider's access and of lines without their own. Passwords are never shown. */
export function SecretFields({ form, source }: FieldsProps) {
  const field = useFormFields(form);
  return (
    <>
      <TextField
        label="Authorization header"
        help={source?.has_authorization ? unchanged : 'If the provider asks for it: Token abc123.'}
        autoComplete="off"
        spellCheck={false}
        {...field('authorization')}
      />
      {source?.has_authorization && (
        <Checkbox
          label="Send no Authorization header any more"
          {...form.register('removes_authorization')}
        />
      )}
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField
          label="User name"
          help={source?.has_login ? unchanged : 'For lines without one.'}
          autoComplete="off"
          {...field('username')}
        />
        <TextField
          label="Password"
          type="password"
          autoComplete="new-password"
          {...field('password')}
        />
      </div>
      {source?.has_login && (
        <Checkbox
          label="Use no user name and password any more"
          {...form.register('removes_login')}
        />
      )}
    </>
  );
}

export function RefreshFields({ form }: Pick<FieldsProps, 'form'>) {
  const { errors } = useFormState({ control: form.control });
  const field = useFormFields(form);
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <TextField
        label="Refresh every"
        help={`${refreshMinutesMin} to ${refreshMinutesMax} minutes.`}
        suffix="minutes"
        required
        inputMode="numeric"
        autoComplete="off"
        {...field('refresh_minutes')}
      />
      <TextField
        label="Remove after"
        help="Refreshes in a row that do not list a proxy."
        suffix="refreshes"
        required
        inputMode="numeric"
        autoComplete="off"
        {...field('missed_max')}
      />
      <ListDefaultFields register={form.register} errors={errors} />
      <Checkbox
        label="Refresh regularly"
        help="Switched off, the proxies stay as they are."
        className="sm:col-span-2"
        {...form.register('is_active')}
      />
    </div>
  );
}
