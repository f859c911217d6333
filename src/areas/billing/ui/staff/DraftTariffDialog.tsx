import { useApiForm } from '#client/use-api-form.ts';
import { useLeaveGuard } from '#client/use-leave-guard.ts';
import { quotaGroupNames, quotaGroups } from '#lib/quota-groups.ts';
import { FormDialog } from '#ui/dialogs/FormDialog.tsx';
import { LeaveDialog } from '#ui/dialogs/LeaveDialog.tsx';
import { Checkbox } from '#ui/fields/Checkbox.tsx';
import { FieldError } from '#ui/fields/FieldError.tsx';
import { FormError } from '#ui/fields/FormError.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { toast } from '#ui/toast.ts';
import type { TariffVersionWire } from '../../wire/index.ts';
import { useDraftTariff } from './queries.ts';
import {
  type DraftValues,
  draftRules,
  limitLabels,
  limitNames,
  toDraft,
  toDraftValues,
} from './tariff-draft.ts';

type DraftTariffDialogProps = {
  /** The version to start from; undefined for a new tariff. */
  template: TariffVersionWire | undefined;
  onClose: () => void;
};

export function DraftTariffDialog({ template, onClose }: DraftTariffDialogProps) {
  const draft = useDraftTariff();
  const { form, submit, isBusy, hasChanges } = useApiForm({
    defaultValues: toDraftValues(template),
    loadSchema: () => import('../../wire/tariffs.form.ts').then((module) => module.draftTariffBody),
    rules: draftRules,
    fieldNames: { endpoint_groups: 'groups' },
    toBody: (values) => toDraft(values, template),
    save: async (body) => {
      await draft.mutateAsync(body);
      toast.success('The draft is saved. Publish it when it is ready.');
      onClose();
    },
  });
  const guard = useLeaveGuard(hasChanges);
  const { errors } = form.formState;
  const field = (name: keyof DraftValues) => ({
    ...form.register(name),
    error: errors[name]?.message,
    autoComplete: 'off',
  });

  return (
    <>
      <FormDialog
        title={template ? `The next version of ${template.name}` : 'Draft a plan'}
        description="It is not sold until it is published."
        size="large"
        submitLabel="Save draft"
        busyLabel="Saving..."
        isBusy={isBusy}
        onSubmit={submit}
        onClose={() => guard.ask(onClose)}
      >
        <FormError form={form} />
        <div className="grid gap-5 sm:grid-cols-2">
          {!template && (
            <TextField
              label="Short name"
              help="Used in URLs: lowercase letters, digits, hyphens."
              required
              {...field('slug')}
            />
          )}
          <TextField label="Name" required {...field('name')} />
          <TextField label="Tagline" {...field('tagline')} />
          <TextField label="Description" {...field('description')} />
          <TextField
            label="Price a month"
            suffix="USD"
            isNumeric
            required
            {...field('monthly_price')}
          />
          <TextField
            label="Price a year"
            help="Empty: not sold by the year."
            suffix="USD"
            isNumeric
            {...field('yearly_price')}
          />
          <TextField label="Trial days" inputMode="numeric" isNumeric {...field('trial_days')} />
          <TextField
            label="Price of a request over the quota"
            help="Empty: calls over the quota are refused."
            suffix="USD"
            isNumeric
            {...field('overage_price')}
          />
          <TextField
            label="Cap on overage a month"
            help="For customers who set none. Empty: no cap."
            suffix="USD"
            isNumeric
            {...field('overage_cap')}
          />
          <fieldset className="grid gap-4 sm:col-span-2 sm:grid-cols-2">
            <legend className="mb-3 font-medium">Limits. Empty means no limit.</legend>
            {limitNames.map((name) => (
              <TextField
                key={name}
                label={limitLabels[name]}
                inputMode="numeric"
                isNumeric
                {...field(name)}
              />
            ))}
          </fieldset>
          <fieldset className="grid gap-3 sm:col-span-2 sm:grid-cols-3">
            <legend className="mb-3 font-medium">Parts of the API</legend>
            {quotaGroups.map((group) => (
              <Checkbox
                key={group}
                value={group}
                label={quotaGroupNames[group]}
                {...form.register('groups')}
              />
            ))}
            <FieldError id="draft-groups-error">{errors.groups?.message}</FieldError>
          </fieldset>
          <Checkbox label="Public" {...field('is_public')} />
        </div>
      </FormDialog>
      <LeaveDialog guard={guard}>The draft is not saved yet.</LeaveDialog>
    </>
  );
}
