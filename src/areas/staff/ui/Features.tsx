import { useState } from 'react';
import { Link } from 'react-router';
import { messageOf } from '#client/errors.ts';
import site from '#content/site.json' with { type: 'json' };
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Panel } from '#ui/Panel.tsx';
import { ReasonDialog } from '#ui/ReasonDialog.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { type Column, Table } from '#ui/Table.tsx';
import { toast } from '#ui/toast.ts';
import type { FeatureSwitchWire } from '../contract.ts';
import { useFeatures, useSwitchFeature } from './queries.ts';

function SwitchButton({ feature }: { feature: FeatureSwitchWire }) {
  const { name, label, is_on: isOn } = feature;
  const [isAsking, setAsking] = useState(false);
  const change = useSwitchFeature();
  const words = isOn ? 'Switch off' : 'Switch on';
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        {words}
        <span className="sr-only">: {label}</span>
      </Button>
      {isAsking && (
        <ReasonDialog
          title={`${words}: ${label}`}
          description={
            isOn
              ? 'Everybody is told to try again later, within seconds. What is running is finished.'
              : 'Everybody can use it again, within seconds.'
          }
          confirmLabel={words}
          busyLabel="Switching..."
          tone={isOn ? 'danger' : 'primary'}
          onClose={() => setAsking(false)}
          onConfirm={async (reason) => {
            await change.mutateAsync({ name, is_on: !isOn, reason });
            toast.success(`${label}: switched ${isOn ? 'off' : 'on'}`);
          }}
        />
      )}
    </>
  );
}

function LastChange({ changed_by, changed_at, reason }: FeatureSwitchWire) {
  if (!changed_at) return <span className="text-quiet">Never changed</span>;
  return (
    <>
      <p className="wrap-anywhere">{reason}</p>
      <p className="text-sm text-quiet">
        {changed_by}, <RelativeTime value={changed_at} />
      </p>
    </>
  );
}

const columns: readonly Column<FeatureSwitchWire>[] = [
  { key: 'label', header: 'Feature', cell: ({ label }) => label },
  {
    key: 'state',
    header: 'State',
    cell: ({ is_on: isOn }) => (
      <Badge tone={isOn ? 'success' : 'warning'}>{isOn ? 'On' : 'Off'}</Badge>
    ),
    width: '7rem',
  },
  { key: 'change', header: 'Last change', cell: LastChange },
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
    <>
      <title>{`Feature switches · ${site.name}`}</title>
      <PageHeader
        title="Feature switches"
        description="Takes a part of the product away from everybody while it misbehaves."
        back={
          <Link to="/admin/system" className="link">
            System
          </Link>
        }
      />
      <Panel title="Features" isFlush className="mt-6">
        {features.isError ? (
          <div className="p-5">
            <LoadError message={messageOf(features.error)} onRetry={() => features.refetch()} />
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
    </>
  );
}
