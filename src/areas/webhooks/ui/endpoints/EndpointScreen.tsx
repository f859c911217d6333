import { Ellipsis, KeyRound, Pencil, Power, RotateCw, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { DescriptionList } from '#ui/DescriptionList.tsx';
import { Menu, MenuItem, MenuSeparator } from '#ui/Menu.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { RecordScreen } from '#ui/records/RecordScreen.tsx';
import { resultToasts } from '#ui/toast.ts';
import type { NewWebhookEndpointWire, WebhookEndpointWire } from '../../wire/index.ts';
import { DeliveryList } from '../deliveries/DeliveryList.tsx';
import { useEditEndpoint, useEndpoint } from '../queries.ts';
import { EndpointBadge } from './EndpointBadge.tsx';
import {
  DeleteEndpointDialog,
  EditEndpointDialog,
  NewSecretDialog,
  RotateSecretDialog,
} from './EndpointDialogs.tsx';
import { disabledTexts, listEvents, webhooksPath } from './endpoint.labels.ts';
import { ReplayFailedDialog } from './ReplayFailedDialog.tsx';
import { SendTestDialog } from './SendTestDialog.tsx';

type EndpointDialog =
  | 'edit'
  | 'test'
  | 'replay'
  | 'rotate'
  | 'delete'
  | { newSecret: NewWebhookEndpointWire };
type EndpointProps = { endpoint: WebhookEndpointWire };
type ActionProps = EndpointProps & { open: (dialog: EndpointDialog) => void };

function useSwitch({ id, is_enabled }: WebhookEndpointWire) {
  const edit = useEditEndpoint(id);
  const results = resultToasts(`endpoint ${id}`);
  return () =>
    edit.mutate(
      { is_enabled: !is_enabled },
      {
        onSuccess: () => results.success(is_enabled ? 'Endpoint disabled' : 'Endpoint enabled'),
        onError: results.fail,
      },
    );
}

function EndpointActions({ endpoint, open }: ActionProps) {
  const toggle = useSwitch(endpoint);
  const { is_enabled: isEnabled } = endpoint;
  return (
    <>
      {isEnabled ? (
        <Button
          variant="primary"
          icon={<Send size={16} aria-hidden />}
          onClick={() => open('test')}
        >
          Send test event
        </Button>
      ) : (
        <Button variant="primary" icon={<Power size={16} aria-hidden />} onClick={toggle}>
          Enable
        </Button>
      )}
      <Menu
        trigger={
          <Button variant="secondary" isIconOnly icon={<Ellipsis size={18} aria-hidden />}>
            More actions
          </Button>
        }
      >
        <MenuItem icon={<Pencil size={16} aria-hidden />} onSelect={() => open('edit')}>
          Edit
        </MenuItem>
        {isEnabled && (
          <MenuItem icon={<RotateCw size={16} aria-hidden />} onSelect={() => open('replay')}>
            Send failed deliveries again
          </MenuItem>
        )}
        <MenuItem icon={<KeyRound size={16} aria-hidden />} onSelect={() => open('rotate')}>
          Rotate the secret
        </MenuItem>
        {isEnabled && (
          <MenuItem icon={<Power size={16} aria-hidden />} onSelect={toggle}>
            Disable
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem
          tone="danger"
          icon={<Trash2 size={16} aria-hidden />}
          onSelect={() => open('delete')}
        >
          Delete
        </MenuItem>
      </Menu>
    </>
  );
}

function EndpointNotice({ endpoint }: EndpointProps) {
  const { disabled_reason: reason, failing_since: since } = endpoint;
  if (reason)
    return (
      <Banner tone={reason === 'customer' ? 'info' : 'warning'} title="This endpoint is disabled">
        {disabledTexts[reason]}
      </Banner>
    );
  return since ? (
    <Banner tone="warning" title="Every delivery fails">
      Since <RelativeTime value={since} />. We try again for three days; after five days of failures
      only, the endpoint is disabled.
    </Banner>
  ) : null;
}

const secretsText = ({ secrets }: WebhookEndpointWire) =>
  secrets.map(({ created_at, expires_at }) => (
    <span key={created_at} className="block">
      Created <RelativeTime value={created_at} />
      {expires_at && (
        <>
          , signs until <RelativeTime value={expires_at} />
        </>
      )}
    </span>
  ));

const EndpointFacts = ({ endpoint }: EndpointProps) => (
  <Panel title="Settings">
    <DescriptionList
      items={[
        ...(endpoint.description
          ? [{ term: 'Description', description: endpoint.description }]
          : []),
        {
          term: 'Events',
          description: endpoint.event_types?.join(', ') ?? listEvents(endpoint),
        },
        { term: 'Signing secret', description: secretsText(endpoint) },
        { term: 'Created', description: <RelativeTime value={endpoint.created_at} /> },
      ]}
    />
  </Panel>
);

type DialogsProps = ActionProps & { dialog: EndpointDialog | undefined; onClose: () => void };

function EndpointDialogs({ endpoint, dialog, open, onClose }: DialogsProps) {
  if (dialog === undefined) return null;
  if (typeof dialog === 'object')
    return <NewSecretDialog endpoint={dialog.newSecret} onClose={onClose} />;
  const shared = { endpoint, onClose };
  if (dialog === 'edit') return <EditEndpointDialog {...shared} />;
  if (dialog === 'test') return <SendTestDialog {...shared} />;
  if (dialog === 'replay') return <ReplayFailedDialog {...shared} />;
  if (dialog === 'delete') return <DeleteEndpointDialog {...shared} />;
  return <RotateSecretDialog {...shared} onRotated={(newSecret) => open({ newSecret })} />;
}

function EndpointView({ endpoint }: EndpointProps) {
  const [dialog, open] = useState<EndpointDialog>();
  return (
    <>
      <PageHeader
        title={<span className="font-mono text-base sm:text-2xl">{endpoint.url}</span>}
        back={{ to: webhooksPath, label: 'Webhooks' }}
        status={<EndpointBadge endpoint={endpoint} />}
        action={<EndpointActions endpoint={endpoint} open={open} />}
      />
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-6">
        <EndpointNotice endpoint={endpoint} />
        <EndpointFacts endpoint={endpoint} />
        <DeliveryList endpoint={endpoint.id} />
      </div>
      <EndpointDialogs
        endpoint={endpoint}
        dialog={dialog}
        open={open}
        onClose={() => open(undefined)}
      />
    </>
  );
}

/** One endpoint: its state, settings and deliveries. */
export default function EndpointScreen() {
  const { id = '' } = useParams();
  const endpoint = useEndpoint(id);
  return (
    <RecordScreen
      what="endpoint"
      result={endpoint}
      tabTitle="Webhook endpoint"
      list={{ to: webhooksPath, label: 'All endpoints' }}
      hint="It may have been deleted."
    >
      {(data) => <EndpointView endpoint={data} />}
    </RecordScreen>
  );
}
