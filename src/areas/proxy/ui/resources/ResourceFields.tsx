import clsx from 'clsx';
import { useState } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { ButtonLink } from '#ui/Button.tsx';
import { Checkbox } from '#ui/fields/Checkbox.tsx';
import { FieldError } from '#ui/fields/FieldError.tsx';
import { FormError } from '#ui/fields/FormError.tsx';
import { SelectField } from '#ui/fields/SelectField.tsx';
import { TextArea } from '#ui/fields/TextArea.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { useFormFields } from '#ui/fields/use-form-fields.ts';
import { protocols } from '../../wire/proxies.constants.ts';
import { strategies } from '../../wire/resources.constants.ts';
import { protocolLabels, strategyLabels } from '../proxy.labels.ts';
import { BanFields } from './BanFields.tsx';
import type { ResourceForm } from './resource-form.ts';

const strategyOptions = strategies.map((value) => ({ value, label: strategyLabels[value] }));

function Refusal({ form }: { form: ResourceForm }) {
  const { root } = useFormState({ control: form.control }).errors;
  const isFull = root?.type === 'resource_limit_reached';
  return (
    <FormError
      form={form}
      title={isFull ? 'Your plan is full' : 'The resource was not saved'}
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

function LimitFields({ form }: { form: ResourceForm }) {
  const field = useFormFields(form);
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField label="Failures before a block" inputMode="numeric" {...field('max_failures')} />
      <TextField
        label="Block duration, seconds"
        help="Doubles with each repeat, up to a day."
        inputMode="numeric"
        {...field('block_duration_seconds')}
      />
      <TextField label="Timeout, milliseconds" inputMode="numeric" {...field('timeout_ms')} />
      <TextField
        label="Requests per minute"
        help="Empty for no limit."
        inputMode="numeric"
        {...field('requests_per_minute')}
      />
    </div>
  );
}

function ChoiceFields({ form }: { form: ResourceForm }) {
  const field = useFormFields(form);
  const isSticky = useWatch({ control: form.control, name: 'strategy' }) === 'sticky';
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <SelectField label="Strategy" options={strategyOptions} {...field('strategy')} />
      {isSticky && (
        <TextField label="Session, seconds" inputMode="numeric" {...field('sticky_ttl_seconds')} />
      )}
      <TextField
        label="Countries"
        help="Two letters each, such as DE, US. Empty for any."
        autoComplete="off"
        {...field('countries')}
      />
    </div>
  );
}

function ProtocolFields({ form }: { form: ResourceForm }) {
  const error = useFormState({ control: form.control }).errors.protocols?.message;
  return (
    <fieldset
      className="min-w-0"
      aria-describedby={clsx('protocols-help', error && 'protocols-error')}
    >
      <legend className="text-sm font-medium">Proxy protocols</legend>
      <p id="protocols-help" className="text-sm text-quiet">
        Select none for any.
      </p>
      <div className="mt-2 flex flex-wrap gap-x-6 gap-y-2">
        {protocols.map((protocol) => (
          <Checkbox
            key={protocol}
            label={protocolLabels[protocol]}
            value={protocol}
            {...form.register('protocols')}
          />
        ))}
      </div>
      <FieldError id="protocols-error">{error}</FieldError>
    </fieldset>
  );
}

/** The fields that a new resource does without. */
function MoreFields({ form }: { form: ResourceForm }) {
  const field = useFormFields(form);
  return (
    <>
      <TextField label="Title" maxLength={100} autoComplete="off" {...field('title')} />
      <TextArea label="Description" rows={2} maxLength={500} {...field('description')} />
      <ChoiceFields form={form} />
      <ProtocolFields form={form} />
      <BanFields form={form} />
      <LimitFields form={form} />
      <TextField
        label="Health check address"
        help="Used to check your own proxies. Leave empty for the default."
        type="url"
        {...field('health_check_url')}
      />
      <Checkbox label="Enabled" {...form.register('is_active')} />
    </>
  );
}

const firstFields: readonly string[] = ['name', 'target_hosts', 'uses_pool', 'root'];

/** A new resource asks for three things; the rest has defaults, behind "More settings". */
export function ResourceFields({ form, isNew }: { form: ResourceForm; isNew: boolean }) {
  const { errors } = useFormState({ control: form.control });
  const field = useFormFields(form);
  const hasHiddenError = Object.keys(errors).some((name) => !firstFields.includes(name));
  const [isOpen, setOpen] = useState(false);
  if (hasHiddenError && !isOpen) setOpen(true);
  return (
    <>
      <Refusal form={form} />
      {isNew && (
        <TextField
          label="Name"
          help="Part of the gateway's user name. It cannot be changed later."
          required
          maxLength={63}
          autoComplete="off"
          {...field('name')}
        />
      )}
      <TextArea
        label="Target hosts"
        help="One per line: example.com, or *.example.com to include its subdomains. Other hosts are refused."
        required
        isCode
        rows={2}
        spellCheck={false}
        {...field('target_hosts')}
      />
      <Checkbox label="Also use the shared pool" {...form.register('uses_pool')} />
      {isNew ? (
        <details
          open={isOpen}
          onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
          className="border-t border-line pt-4"
        >
          <summary className="cursor-pointer font-medium">
            More settings
            <span className="ml-2 text-sm font-normal text-quiet">
              Rotation, countries, blocks and limits
            </span>
          </summary>
          <div className="mt-5 grid gap-5">
            <MoreFields form={form} />
          </div>
        </details>
      ) : (
        <MoreFields form={form} />
      )}
    </>
  );
}
