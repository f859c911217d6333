import { type SubmitEvent, useId, useState } from 'react';
import { CallError, fieldMessages, messageOf } from '#client/errors.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { TextField } from '#ui/TextField.tsx';
import { toast } from '#ui/toast.ts';
import type { TariffVersionWire } from '../../contract.ts';
import { useDraftTariff } from './queries.ts';
import { draftProblems, limitLabels, limitNames, readDraft } from './tariff-draft.ts';

type DraftTariffDialogProps = {
  /** The version to begin with; a tariff of a new name without one. */
  pattern: TariffVersionWire | undefined;
  onClose: () => void;
};

export function DraftTariffDialog({ pattern, onClose }: DraftTariffDialogProps) {
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
    draft.mutate(readDraft(form, pattern), {
      onSuccess: () => {
        toast.success('The draft is kept. Publish it when it is right.');
        onClose();
      },
    });
  }

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && !draft.isPending && onClose()}
      title={pattern ? `The next version of ${pattern.name}` : 'Draft a tariff'}
      description="Nobody is sold it until it is published."
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
            {messageOf(draft.error)}
          </Banner>
        )}
        {!pattern && (
          <TextField
            label="Short name"
            help="In addresses: small letters, digits, hyphens."
            required
            {...field('slug', '')}
          />
        )}
        <TextField label="Name" required {...field('name', pattern?.name)} />
        <TextField label="Tagline" {...field('tagline', pattern?.tagline)} />
        <TextField label="Description" {...field('description', pattern?.description)} />
        <TextField
          label="Price a month"
          suffix="USD"
          isNumeric
          required
          {...field('monthly_price', pattern?.monthly_price)}
        />
        <TextField
          label="Price a year"
          help="Empty: not paid by the year."
          suffix="USD"
          isNumeric
          {...field('yearly_price', pattern?.yearly_price)}
        />
        <TextField
          label="Days of trial"
          inputMode="numeric"
          isNumeric
          {...field('trial_days', String(pattern?.trial_days ?? 0))}
        />
        <TextField
          label="Price of a request past the quota"
          help="Empty: the quota is a wall."
          suffix="USD"
          isNumeric
          {...field('overage_price', pattern?.overage?.price)}
        />
        <fieldset className="grid gap-4 sm:col-span-2 sm:grid-cols-2">
          <legend className="mb-3 font-medium">Limits. Empty means no limit.</legend>
          {limitNames.map((name) => (
            <TextField
              key={name}
              label={limitLabels[name]}
              inputMode="numeric"
              isNumeric
              {...field(name, pattern?.limits[name]?.toString())}
            />
          ))}
        </fieldset>
        <Checkbox
          label="Shown to everybody"
          name="is_public"
          defaultChecked={pattern?.is_public ?? true}
        />
      </form>
    </Dialog>
  );
}
