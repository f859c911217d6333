import { useFormState, useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { Banner } from '#ui/Banner.tsx';
import { ButtonLink } from '#ui/Button.tsx';
import { Checkbox } from '#ui/fields/Checkbox.tsx';
import { FieldError } from '#ui/fields/FieldError.tsx';
import { SelectField } from '#ui/fields/SelectField.tsx';
import { TextArea } from '#ui/fields/TextArea.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import type { ApiKeyWire } from '../../wire/index.ts';
import { scopeChoices, scopeLabels } from './key.labels.ts';
import { expiryChoices, fieldRules } from './key-form.ts';
import type { KeyForm } from './use-key-form.ts';

const isFull = (type: string | number | undefined) => type === 'key_limit_reached';

function FormError({ form }: { form: KeyForm }) {
  const { root } = useFormState(form).errors;
  if (!root?.message) return null;
  // Scrolls the error into view, as the submit button may be far below it.
  const show = (box: HTMLDivElement | null) => box?.scrollIntoView({ block: 'nearest' });
  return (
    <div ref={show}>
      <Banner
        tone="error"
        title={isFull(root.type) ? 'Your plan is full' : 'The key was not saved'}
        action={
          isFull(root.type) && (
            <ButtonLink asChild size="small">
              <Link to="/dashboard/plan">Compare plans</Link>
            </ButtonLink>
          )
        }
      >
        {root.message}
      </Banner>
    </div>
  );
}

function ScopeFields({ form }: { form: KeyForm }) {
  const error = useFormState(form).errors.scopes?.message;
  const field = form.register('scopes', { validate: fieldRules.scopes });
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
  const { errors } = useFormState(form);
  const isDate = useWatch({ control: form.control, name: 'expiry' }) === 'date';
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <SelectField
        label="Expires"
        options={expiryChoices(edited)}
        help="We e-mail you 7 days and 1 day before."
        error={errors.expiry?.message ?? (isDate ? undefined : errors.expiryDate?.message)}
        {...form.register('expiry')}
      />
      {isDate && (
        <TextField
          type="date"
          label="Last day"
          required
          error={errors.expiryDate?.message}
          {...form.register('expiryDate', { validate: fieldRules.expiryDate })}
        />
      )}
    </div>
  );
}

type KeyFieldsProps = { form: KeyForm; edited?: ApiKeyWire };

export function KeyFields({ form, edited }: KeyFieldsProps) {
  const { errors } = useFormState(form);
  return (
    <>
      <FormError form={form} />
      <TextField
        label="Name"
        help="Where it will be used: production, ci, my laptop."
        required
        maxLength={100}
        autoComplete="off"
        error={errors.name?.message}
        {...form.register('name', { validate: fieldRules.name })}
      />
      <TextField
        label="Description"
        maxLength={500}
        autoComplete="off"
        error={errors.description?.message}
        {...form.register('description')}
      />
      <ExpiryFields form={form} edited={edited} />
      <ScopeFields form={form} />
      <TextArea
        label="Allowed addresses"
        help="One a line, such as 203.0.113.7 or 203.0.113.0/24. Empty allows any address."
        isCode
        rows={2}
        spellCheck={false}
        error={errors.addresses?.message}
        {...form.register('addresses', { validate: fieldRules.addresses })}
      />
    </>
  );
}
