import { useWatch } from 'react-hook-form';
import { useApiForm } from '#client/use-api-form.ts';
import { formatMoney } from '#lib/format-money.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/fields/Checkbox.tsx';
import { FormError } from '#ui/fields/FormError.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { useFormFields } from '#ui/fields/use-form-fields.ts';
import { Panel } from '#ui/Panel.tsx';
import { toast } from '#ui/toast.ts';
import type { PaymentSettingsWire } from '../../wire/settings.ts';
import { useCards, useSetSettings, useSettings } from './queries.ts';

/** Charges the default card when the balance is low; nothing without a card. */
export function AutomaticTopUp() {
  const cards = useCards().data;
  const settings = useSettings().data;
  if (!cards?.results.length || !settings) return null;
  return (
    <Panel
      title="Automatic top-up"
      description="Charges the default card when your balance is low."
    >
      <TopUpSettings settings={settings} />
    </Panel>
  );
}

const Paused = ({ settings }: { settings: PaymentSettingsWire }) =>
  settings.top_up_is_on &&
  settings.top_up_paused_at && (
    <Banner tone="warning" title="Automatic top-up is paused">
      {settings.top_up_decline_code === 'authentication_required'
        ? 'Your bank wanted you to confirm the last payment.'
        : 'The card was declined.'}{' '}
      It goes on with another card, or when you save these settings.
    </Banner>
  );

/** Empty fields are not sent, so that switching off needs none. */
const toBody = ({ isOn, threshold, amount, ceiling }: TopUpValues) => ({
  top_up_is_on: isOn,
  ...((isOn || threshold.trim()) && { top_up_threshold: threshold.trim() }),
  ...((isOn || amount.trim()) && { top_up_amount: amount.trim() }),
  ...((isOn || ceiling.trim()) && { top_up_ceiling: ceiling.trim() }),
});

type TopUpValues = { isOn: boolean; threshold: string; amount: string; ceiling: string };

function useTopUpSettings(settings: PaymentSettingsWire) {
  const set = useSetSettings();
  return useApiForm({
    defaultValues: {
      isOn: settings.top_up_is_on,
      threshold: settings.top_up_threshold ?? '',
      amount: settings.top_up_amount ?? '',
      ceiling: settings.top_up_ceiling ?? '',
    },
    loadSchema: () =>
      import('../../wire/settings.form.ts').then((module) => module.paymentSettingsBody),
    fieldNames: {
      top_up_is_on: 'isOn',
      top_up_threshold: 'threshold',
      top_up_amount: 'amount',
      top_up_ceiling: 'ceiling',
    },
    rules: ({ isOn, amount, ceiling }) =>
      isOn && Number(ceiling) < Number(amount)
        ? { ceiling: 'Enter at least the amount of one top-up.' }
        : {},
    toBody,
    save: async (body) => {
      await set.mutateAsync(body);
      toast.success(body.top_up_is_on ? 'Automatic top-up is on' : 'Automatic top-up is off');
    },
  });
}

function TopUpSettings({ settings }: { settings: PaymentSettingsWire }) {
  const { form, submit, isBusy } = useTopUpSettings(settings);
  const field = useFormFields(form);
  const isOn = useWatch({ control: form.control, name: 'isOn' });
  const { top_up_currency: currency, top_up_charged: charged } = settings;
  const money = {
    suffix: currency,
    inputMode: 'decimal',
    isNumeric: true,
    autoComplete: 'off',
    disabled: !isOn,
  } as const;
  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Paused settings={settings} />
      <FormError form={form} title="The settings were not saved" />
      <Checkbox
        label="Top up automatically"
        help={`${formatMoney(charged, currency)} charged this month.`}
        {...field('isOn')}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 sm:grid-cols-3">
        <TextField label="When the balance is below" {...money} {...field('threshold')} />
        <TextField label="Charge" {...money} {...field('amount')} />
        <TextField label="At most in a month" {...money} {...field('ceiling')} />
      </div>
      <div>
        <Button type="submit" variant="primary" isBusy={isBusy} busyLabel="Saving...">
          Save
        </Button>
      </div>
    </form>
  );
}
