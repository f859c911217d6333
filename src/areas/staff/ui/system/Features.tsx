import { useState } from 'react';
import { useApiForm } from '#client/use-api-form.ts';
import { useLeaveGuard } from '#client/use-leave-guard.ts';
import { errorMessage } from '#lib/call-error.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { FormDialog } from '#ui/dialogs/FormDialog.tsx';
import { LeaveDialog } from '#ui/dialogs/LeaveDialog.tsx';
import { FormError } from '#ui/fields/FormError.tsx';
import { TextArea } from '#ui/fields/TextArea.tsx';
import { useFormFields } from '#ui/fields/use-form-fields.ts';
import { LoadError } from '#ui/LoadError.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { Screen } from '#ui/Screen.tsx';
import { type Column, Table } from '#ui/table/Table.tsx';
import { toast } from '#ui/toast.ts';
import type { FeatureSwitchWire } from '../../wire/features.ts';
import { useFeatures, useSwitchFeature } from './queries.ts';

type SwitchProps = { feature: FeatureSwitchWire; onClose: () => void };

function SwitchDialog({ feature, onClose }: SwitchProps) {
  const { name, label, is_on: isOn } = feature;
  const change = useSwitchFeature();
  const { form, submit, isBusy, hasChanges } = useApiForm({
    defaultValues: { reason: '', notice: '' },
    loadSchema: () =>
      import('../../wire/features.form.ts').then((module) => module.switchFeatureBody),
    toBody: (texts) => ({ is_on: !isOn, ...texts }),
    save: async (body) => {
      await change.mutateAsync({ name, ...body });
      toast.success(`${label}: switched ${isOn ? 'off' : 'on'}`);
      onClose();
    },
  });
  const guard = useLeaveGuard(hasChanges);
  const field = useFormFields(form);
  const words = isOn ? 'Switch off' : 'Switch on';
  return (
    <>
      <FormDialog
        title={`${words}: ${label}`}
        description={
          isOn
            ? 'Its API calls are rejected within seconds, and its screens show a notice. Running work is finished.'
            : 'Everyone can use it again within seconds.'
        }
        size="small"
        submitLabel={words}
        busyLabel="Switching..."
        tone={isOn ? 'danger' : 'primary'}
        isBusy={isBusy}
        onSubmit={submit}
        onClose={() => guard.ask(onClose)}
      >
        <FormError form={form} />
        {isOn && (
          <TextArea
            label="Notice for customers"
            rows={2}
            maxLength={300}
            help="Shown on every screen of the feature, with the time. Optional."
            {...field('notice')}
          />
        )}
        <TextArea
          label="Reason"
          rows={3}
          maxLength={500}
          required
          help="It is recorded in the audit log."
          {...field('reason')}
        />
      </FormDialog>
      <LeaveDialog guard={guard}>The feature is not switched yet.</LeaveDialog>
    </>
  );
}

function SwitchButton({ feature }: Pick<SwitchProps, 'feature'>) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        {feature.is_on ? 'Switch off' : 'Switch on'}
        <span className="sr-only">: {feature.label}</span>
      </Button>
      {isAsking && <SwitchDialog feature={feature} onClose={() => setAsking(false)} />}
    </>
  );
}

function LastChange({ changed_by, changed_at, reason, notice }: FeatureSwitchWire) {
  if (!changed_at) return <span className="text-quiet">Never changed</span>;
  return (
    <>
      <p className="wrap-anywhere">{reason}</p>
      {notice && <p className="text-sm wrap-anywhere">Notice: {notice}</p>}
      <p className="text-sm text-quiet">
        {changed_by}, <RelativeTime value={changed_at} />
      </p>
    </>
  );
}

const State = ({ is_on: isOn }: FeatureSwitchWire) => (
  <Badge tone={isOn ? 'success' : 'warning'}>{isOn ? 'On' : 'Off'}</Badge>
);

const columns: readonly Column<FeatureSwitchWire>[] = [
  {
    key: 'label',
    header: 'Feature',
    cell: (feature) => (
      <>
        {feature.label}
        <div className="mt-1 grid justify-items-start gap-1 md:hidden">
          <State {...feature} />
          <div className="text-sm">
            <LastChange {...feature} />
          </div>
        </div>
      </>
    ),
  },
  {
    key: 'state',
    header: 'State',
    cell: State,
    width: '7rem',
    isSecondary: true,
  },
  { key: 'change', header: 'Last change', cell: LastChange, isSecondary: true },
  {
    key: 'switch',
    header: 'Switch',
    isHeaderHidden: true,
    cell: (feature) => <SwitchButton feature={feature} />,
    width: '8rem',
  },
];

export default function Features() {
  const features = useFeatures();
  return (
    <Screen
      title="Feature switches"
      description="Disables a part of the product for everyone while it has problems."
      back={{ to: '/admin/system', label: 'System' }}
    >
      <Panel title="Features" isFlush>
        {features.isError ? (
          <div className="p-5">
            <LoadError message={errorMessage(features.error)} onRetry={() => features.refetch()} />
          </div>
        ) : (
          <Table
            caption="Features"
            columns={columns}
            rows={features.data?.features ?? []}
            rowKey={({ name }) => name}
            isLoading={features.isPending}
            skeletonRowsCount={6}
          />
        )}
      </Panel>
    </Screen>
  );
}
