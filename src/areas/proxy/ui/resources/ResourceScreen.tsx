import { Settings, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { formatCount } from '#lib/format.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { DescriptionList } from '#ui/DescriptionList.tsx';
import { ConfirmDialog } from '#ui/dialogs/ConfirmDialog.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RecordScreen } from '#ui/records/RecordScreen.tsx';
import type { ResourceWire } from '../../wire/index.ts';
import { ProxiesPanel } from '../proxies/ProxiesPanel.tsx';
import { formatMs, protocolLabels, strategyLabels } from '../proxy.labels.ts';
import { useDeleteResource, useResource } from '../queries.ts';
import { StatisticsPanel } from '../statistics/StatisticsPanel.tsx';
import { SubUsersPanel } from '../sub-users/SubUsersPanel.tsx';
import { GatewayPanel } from './GatewayPanel.tsx';
import { EditResourceDialog } from './ResourceDialog.tsx';
import { TestConsole } from './TestConsole.tsx';

const countBans = ({ ban_threshold, ban_window_seconds }: ResourceWire): string =>
  ban_threshold === 1
    ? 'a ban'
    : `bans of ${formatCount(ban_threshold)} URLs within ${formatCount(ban_window_seconds)} s`;

function listBans({ ban_status_codes, ban_headers, ban_texts }: ResourceWire) {
  return [
    { term: 'Ban statuses', description: ban_status_codes.join(', ') || 'None' },
    ...(ban_headers.length > 0
      ? [{ term: 'Ban headers', description: ban_headers.join(', ') }]
      : []),
    ...(ban_texts.length > 0 ? [{ term: 'Ban texts', description: ban_texts.join(', ') }] : []),
  ];
}

function listSettings(resource: ResourceWire) {
  const { sticky_ttl_seconds, strategy, requests_per_minute } = resource;
  const session = strategy === 'sticky' ? `, ${formatCount(sticky_ttl_seconds)} s` : '';
  return [
    { term: 'Target hosts', description: resource.target_hosts.join(', '), isNumeric: true },
    { term: 'Strategy', description: `${strategyLabels[strategy]}${session}` },
    { term: 'Countries', description: resource.countries.join(', ') || 'Any' },
    {
      term: 'Protocols',
      description: resource.protocols.map((one) => protocolLabels[one]).join(', ') || 'Any',
    },
    {
      term: 'Proxies from',
      description: resource.uses_pool ? 'The shared pool and your own' : 'Your own only',
    },
    ...listBans(resource),
    {
      term: 'Block',
      description: `${formatCount(resource.block_duration_seconds)} s, after ${countBans(resource)} or ${resource.max_failures} failures in a row`,
    },
    { term: 'Timeout', description: formatMs(resource.timeout_ms) },
    {
      term: 'Limit',
      description: requests_per_minute ? `${formatCount(requests_per_minute)} per minute` : 'None',
    },
  ];
}

function DeleteDialog({ resource, onClose }: { resource: ResourceWire; onClose: () => void }) {
  const navigate = useNavigate();
  const remove = useDeleteResource(resource.name);
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Delete resource ${resource.name}?`}
      description="Its own proxies and statistics are deleted too. This can’t be undone."
      confirmLabel="Delete resource"
      busyLabel="Deleting..."
      onConfirm={async () => {
        await remove.mutateAsync(undefined);
        await navigate('/dashboard/proxy');
      }}
    />
  );
}

function Content({ resource }: { resource: ResourceWire }) {
  const [dialog, setDialog] = useState<'edit' | 'delete'>();
  const close = () => setDialog(undefined);
  return (
    <>
      <PageHeader
        title={resource.name}
        description={resource.title || undefined}
        back={{ to: '/dashboard/proxy', label: 'Data proxy' }}
        status={resource.is_active ? undefined : <Badge>Off</Badge>}
        action={
          <Button icon={<Settings size={18} aria-hidden />} onClick={() => setDialog('edit')}>
            Settings
          </Button>
        }
      />
      <StatisticsPanel name={resource.name} isUsed={resource.requests_total > 0} />
      <ProxiesPanel name={resource.name} />
      <TestConsole resource={resource} />
      <GatewayPanel resource={resource} />
      {resource.gateway && <SubUsersPanel name={resource.name} />}
      <Panel
        title="Settings"
        className="mt-6"
        actions={
          <Button
            variant="danger"
            size="small"
            icon={<Trash2 size={16} aria-hidden />}
            onClick={() => setDialog('delete')}
          >
            Delete
          </Button>
        }
      >
        {resource.description && (
          <p className="mb-5 whitespace-pre-line wrap-anywhere">{resource.description}</p>
        )}
        <DescriptionList items={listSettings(resource)} />
      </Panel>
      {dialog === 'edit' && <EditResourceDialog resource={resource} onClose={close} />}
      {dialog === 'delete' && <DeleteDialog resource={resource} onClose={close} />}
    </>
  );
}

/** A resource: statistics, proxies, test console, gateway and settings. */
export default function ResourceScreen() {
  const { name = '' } = useParams();
  return (
    <RecordScreen
      what="resource"
      height="h-192"
      result={useResource(name)}
      tabTitle={`${name} · Data proxy`}
      list={{ to: '/dashboard/proxy', label: 'Open data proxy' }}
      hint="The address may be wrong, or the resource was deleted."
    >
      {(resource) => <Content resource={resource} />}
    </RecordScreen>
  );
}
