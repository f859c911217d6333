import { useFormState, useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { scopeChoices, scopeLabels } from '#lib/scope-labels.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { Checkbox } from '#ui/fields/Checkbox.tsx';
import { FieldError } from '#ui/fields/FieldError.tsx';
import { FormError } from '#ui/fields/FormError.tsx';
import { SelectField } from '#ui/fields/SelectField.tsx';
import { TextArea } from '#ui/fields/TextArea.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { useFormFields } from '#ui/fields/use-form-fields.ts';
import type { ApiKeyWire } from '../../wire/index.ts';
import { expiryChoices, type KeyForm } from './key-form.ts';

function KeyError({ form }: { form: KeyForm }) {
  const { root } = useFormState({ control: form.control }).errors;
  const isFull = root?.type === 'key_limit_reached';
  return (
    <FormError
      form={form}
      title={isFull ? 'Your plan is full' : 'The key was not saved'}
      action={
        isFull && (
          <ButtonLink asChild size="small">
            <Link to="/dashboard/plan">Compare plans</Link>
          </ButtonLink>
        )
      }
    />
  );
}

function ScopeFields({ form }: { form: KeyForm }) {
  const error = useFormState({ control: form.control }).errors.scopes?.message;
  const field = form.register('scopes');
  return (
    <fieldset className="min-w-0" aria-describedby={error && 'key-scopes-error'}>
      <legend className="mb-2 text-sm font-medium">What it may do</legend>
      <div className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {scopeChoices.map((scope) => (
          <Checkbox
            key={scope}
            value={scope}
            label={scopeLabels[scope].label}
            help={scopeLabels[scope].help}
            className="content-start"
            {...field}
          />
        ))}
      </div>
      <FieldError id="key-scopes-error">{error}</FieldError>
    </fieldset>
  );
}

function ExpiryFields({ form, edited }: { form: KeyForm; edited: ApiKeyWire | undefined }) {
  const { errors } = useFormState({ control: form.control });
  const field = useFormFields(form);
  const isDate = useWatch({ control: form.control, name: 'expiry' }) === 'date';
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <SelectField
        label="Expires"
        options={expiryChoices(edited)}
        help="We e-mail you 7 days and 1 day before."
        error={errors.expiry?.message ?? (isDate ? undefined : errors.expiryDate?.message)}
        {...form.register('expiry', { deps: ['expiryDate'] })}
      />
      {isDate && <TextField type="date" label="Last day" required {...field('expiryDate')} />}
    </div>
  );
}

function BudgetFields({ form, edited }: { form: KeyForm; edited: ApiKeyWire | undefined }) {
  const field = useFormFields(form);
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-medium">Budget a month</legend>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Requests"
          help="Then this key is refused. Empty: no budget."
          inputMode="numeric"
          isNumeric
          autoComplete="off"
          {...field('requestsBudget')}
        />
        <TextField
          label="Money for usage over the quota"
          help="Calls within the quota go on. Empty: no budget."
          suffix={edited?.month.currency}
          inputMode="decimal"
          isNumeric
          autoComplete="off"
          {...field('overageBudget')}
        />
      </div>
    </fieldset>
  );
}

type KeyFieldsProps = { form: KeyForm; edited?: ApiKeyWire };

export function KeyFields({ form, edited }: KeyFieldsProps) {
  const field = useFormFields(form);
  return (
    <>
      <KeyError form={form} />
      <TextField
        label="Name"
        help="Where it will be used: production, ci, my laptop."
        required
        maxLength={100}
        autoComplete="off"
        {...field('name')}
      />
      <TextField label="Description" maxLength={500} autoComplete="off" {...field('description')} />
      <ExpiryFields form={form} edited={edited} />
      <ScopeFields form={form} />
      <BudgetFields form={form} edited={edited} />
      <TextArea
        label="Allowed addresses"
        help="One a line, such as 203.0.113.7 or 203.0.113.0/24. Empty allows any address."
        isCode
        rows={2}
        spellCheck={false}
        {...field('addresses')}
      />
    </>
  );
}
