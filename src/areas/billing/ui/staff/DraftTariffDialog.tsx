import { type SubmitEvent, useId, useState } from 'react';
import { CallError, errorMessage, fieldMessages } from '#lib/call-error.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { Checkbox } from '#ui/fields/Checkbox.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { toast } from '#ui/toast.ts';
import type { TariffVersionWire } from '../../wire/index.ts';
import { useDraftTariff } from './queries.ts';
import { draftProblems, limitLabels, limitNames, readDraft } from './tariff-draft.ts';

type DraftTariffDialogProps = {
  /** The version to start from; undefined for a new tariff. */
  template: TariffVersionWire | undefined;
  onClose: () => void;
};

export function DraftTariffDialog({ template, onClose }: DraftTariffDialogProps) {
  const id = useId();
  const draft = useDraftTariff();
  const [problems, setProblems] = useState<Record<string, string[]>>({});
  const refused = draft.error instanceof CallError ? fieldMessages(draft.error.body).fields : {};
  const errors = { ...refused, ...problems };
  const field = (name: string, value: string | null | undefined) => ({
    name,
    defaultValue: value ?? '',
    error: errors[name]?.[0],
    autoComplete: 'off',
  });

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const found = draftProblems(form);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    draft.mutate(readDraft(form, template), {
      onSuccess: () => {
        toast.success('The draft is saved. Publish it when it is ready.');
        onClose();
      },
    });
  }

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && !draft.isPending && onClose()}
      title={template ? `The next version of ${template.name}` : 'Draft a tariff'}
      description="It is not sold until it is published."
      size="large"
      actions={
        <Button
          type="submit"
          form={id}
          variant="primary"
          isBusy={draft.isPending}
          busyLabel="Saving..."
        >
          Save draft
        </Button>
      }
    >
      <form id={id} onSubmit={submit} noValidate className="grid gap-5 sm:grid-cols-2">
        {draft.isError && (Object.keys(errors).length === 0 || errors.limits) && (
          <Banner tone="error" className="sm:col-span-2">
            {errorMessage(draft.error)}
          </Banner>
        )}
        {!template && (
          <TextField
            label="Short name"
            help="Used in URLs: lowercase letters, digits, hyphens."
            required
            {...field('slug', '')}
          />
        )}
        <TextField label="Name" required {...field('name', template?.name)} />
        <TextField label="Tagline" {...field('tagline', template?.tagline)} />
        <TextField label="Description" {...field('description', template?.description)} />
        <TextField
          label="Price a month"
          suffix="USD"
          isNumeric
          required
          {...field('monthly_price', template?.monthly_price)}
        />
        <TextField
          label="Price a year"
          help="Empty: not sold by the year."
          suffix="USD"
          isNumeric
          {...field('yearly_price', template?.yearly_price)}
        />
        <TextField
          label="Trial days"
          inputMode="numeric"
          isNumeric
          {...field('trial_days', String(template?.trial_days ?? 0))}
        />
        <TextField
          label="Price of a request over the quota"
          help="Empty: calls over the quota are refused."
          suffix="USD"
          isNumeric
          {...field('overage_price', template?.overage?.price)}
        />
        <fieldset className="grid gap-4 sm:col-span-2 sm:grid-cols-2">
          <legend className="mb-3 font-medium">Limits. Empty means no limit.</legend>
          {limitNames.map((name) => (
            <TextField
              key={name}
              label={limitLabels[name]}
              inputMode="numeric"
              isNumeric
              {...field(name, template?.limits[name]?.toString())}
            />
          ))}
        </fieldset>
        <Checkbox label="Public" name="is_public" defaultChecked={template?.is_public ?? true} />
      </form>
    </Dialog>
  );
}
