import { useController, useFormState, useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { webhookEventsPath } from '#lib/webhook-event-path.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { Checkbox } from '#ui/fields/Checkbox.tsx';
import { FieldError } from '#ui/fields/FieldError.tsx';
import { FormError } from '#ui/fields/FormError.tsx';
import { RadioGroup } from '#ui/fields/RadioGroup.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { useFormFields } from '#ui/fields/use-form-fields.ts';
import { descriptionLengthMax, urlLengthMax } from '../../wire/webhooks.constants.ts';
import { useEventTypes } from '../queries.ts';
import type { EndpointForm } from './endpoint-form.ts';

const choices = [
  { value: 'all', label: 'All events', help: 'Also those that are added later.' },
  { value: 'some', label: 'Chosen events', help: 'Only what you select.' },
] as const;

function TypeFields({ form }: { form: EndpointForm }) {
  const types = useEventTypes();
  const error = useFormState({ control: form.control }).errors.types?.message;
  const field = form.register('types');
  return (
    <fieldset className="min-w-0" aria-describedby={error && 'event-types-error'}>
      <legend className="mb-2 text-sm font-medium">Events</legend>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-3 sm:grid-cols-2">
        {types.data?.results.map(({ type, summary }) => (
          <Checkbox key={type} value={type} label={type} help={summary} {...field} />
        ))}
      </div>
      <p className="mt-3 text-sm">
        <a href={webhookEventsPath} target="_blank" rel="noreferrer" className="link">
          What each event has
        </a>
      </p>
      <FieldError id="event-types-error">{error}</FieldError>
    </fieldset>
  );
}

export function EndpointFields({ form }: { form: EndpointForm }) {
  const { errors } = useFormState({ control: form.control });
  const field = useFormFields(form);
  const isNotInPlan = errors.root?.type === 'webhooks_not_in_plan';
  const { field: events } = useController({ control: form.control, name: 'events' });
  const chosen = useWatch({ control: form.control, name: 'events' });
  return (
    <>
      <FormError
        form={form}
        title="The endpoint was not saved"
        action={
          isNotInPlan && (
            <ButtonLink asChild size="small">
              <Link to="/dashboard/plan">Compare plans</Link>
            </ButtonLink>
          )
        }
      />
      <TextField
        label="URL"
        type="url"
        inputMode="url"
        placeholder="https://example.com/webhooks"
        help="A public address of your server that begins with https://."
        required
        maxLength={urlLengthMax}
        autoComplete="off"
        spellCheck={false}
        {...field('url')}
      />
      <TextField
        label="Description"
        maxLength={descriptionLengthMax}
        autoComplete="off"
        {...field('description')}
      />
      <RadioGroup
        legend="What it gets"
        name={events.name}
        value={chosen}
        options={choices}
        onChange={events.onChange}
      />
      {chosen === 'some' && <TypeFields form={form} />}
    </>
  );
}
