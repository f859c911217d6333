import { useWatch } from 'react-hook-form';
import { useApiForm } from '#client/use-api-form.ts';
import { useLeaveGuard } from '#client/use-leave-guard.ts';
import { formatMoney } from '#lib/format-money.ts';
import { FormDialog } from '#ui/dialogs/FormDialog.tsx';
import { LeaveDialog } from '#ui/dialogs/LeaveDialog.tsx';
import { Checkbox } from '#ui/fields/Checkbox.tsx';
import { FormError } from '#ui/fields/FormError.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { useFormFields } from '#ui/fields/use-form-fields.ts';
import { toast } from '#ui/toast.ts';
import type { SpendingWire } from '../../wire/index.ts';
import { useSetSpending } from './queries.ts';
import { atMostWith, isBelowSpent } from './spending-format.ts';

type SpendingValues = { isOn: boolean; cap: string };
type SpendingDialogProps = { spending: SpendingWire; onClose: () => void };

const toFormValues = ({ is_overage_on, cap, cap_currency, currency }: SpendingWire) => ({
  isOn: is_overage_on,
  cap: cap !== null && cap_currency === currency ? cap : '',
});

export function SpendingDialog({ spending, onClose }: SpendingDialogProps) {
  const set = useSetSpending();
  const { form, submit, isBusy, hasChanges } = useApiForm({
    defaultValues: toFormValues(spending),
    loadSchema: () => import('../../wire/spending.form.ts').then((module) => module.spendingBody),
    fieldNames: { is_overage_on: 'isOn' },
    toBody: ({ isOn, cap }: SpendingValues) => ({ is_overage_on: isOn, cap: cap.trim() || null }),
    save: async (body) => {
      await set.mutateAsync(body);
      toast.success('The spending cap is saved');
      onClose();
    },
  });
  const guard = useLeaveGuard(hasChanges);
  const field = useFormFields(form);
  const values = useWatch({ control: form.control });
  const { plan_cap, currency } = spending;
  return (
    <>
      <FormDialog
        title="Spending cap"
        description="It limits what usage over the quota can cost in a month. It applies at once, to all keys together."
        submitLabel="Save cap"
        busyLabel="Saving..."
        isBusy={isBusy}
        onSubmit={submit}
        onClose={() => guard.ask(onClose)}
      >
        <FormError form={form} title="The cap was not saved" />
        <Checkbox
          label="Allow usage over the quota"
          help="Off: calls stop at the quota, and this month costs nothing more."
          {...field('isOn')}
        />
        <TextField
          label="Cap a month"
          help={
            plan_cap === null
              ? 'Empty: no cap.'
              : `Empty: the cap of your plan, ${formatMoney(plan_cap, currency)}.`
          }
          suffix={currency}
          inputMode="decimal"
          isNumeric
          autoComplete="off"
          disabled={!values.isOn}
          {...field('cap')}
        />
        <Outcome spending={spending} isOn={values.isOn ?? true} cap={values.cap ?? ''} />
      </FormDialog>
      <LeaveDialog guard={guard}>Your changes of the cap are not saved.</LeaveDialog>
    </>
  );
}

type OutcomeProps = { spending: SpendingWire } & SpendingValues;

/** What the month can cost with the values of the form. */
function Outcome({ spending, isOn, cap }: OutcomeProps) {
  const { currency, spent } = spending;
  const most = atMostWith(spending, isOn, cap);
  if (Number.isNaN(most)) return null;
  return (
    <div aria-live="polite" className="grid gap-1 border-t border-line pt-4">
      <p className="font-medium tabular-nums">
        {most === null
          ? 'This month can cost any amount.'
          : `This month costs at most ${formatMoney(String(most), currency)}.`}
      </p>
      {isBelowSpent(spending, isOn, cap) && (
        <p className="text-sm text-warning-text">
          {`The ${formatMoney(spent, currency)} used so far stay owed, and are taken from your balance now.`}
        </p>
      )}
    </div>
  );
}
