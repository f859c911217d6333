import { useState } from 'react';
import { useParams } from 'react-router';
import { useViewer } from '#client/viewer.ts';
import { formatCount, formatDateTime } from '#lib/format.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { DescriptionList } from '#ui/DescriptionList.tsx';
import { ReasonDialog } from '#ui/dialogs/ReasonDialog.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RecordScreen } from '#ui/records/RecordScreen.tsx';
import { toast } from '#ui/toast.ts';
import type { RegisteredAppWire } from '../../wire/staff-apps.ts';
import { AppConnections } from './AppConnections.tsx';
import { AppStateBadge } from './AppStateBadge.tsx';
import { useRegisteredApp, useSwitchApp } from './queries.ts';

type AppProps = { app: RegisteredAppWire };

function SwitchApp({ app }: AppProps) {
  const [isOpen, setOpen] = useState(false);
  const isDisabled = app.disabled_at !== null;
  const change = useSwitchApp({ id: app.id, isDisabled });
  return (
    <>
      <Button onClick={() => setOpen(true)}>{isDisabled ? 'Enable again' : 'Disable'}</Button>
      {isOpen && (
        <ReasonDialog
          title={`${isDisabled ? 'Enable' : 'Disable'} ${app.name}?`}
          description={
            isDisabled
              ? 'Its connections work again, and people can connect it.'
              : 'Its tokens are refused at once, and nobody can connect it. Connections stay: they work again if you enable it.'
          }
          confirmLabel={isDisabled ? 'Enable app' : 'Disable app'}
          busyLabel={isDisabled ? 'Enabling...' : 'Disabling...'}
          tone={isDisabled ? 'primary' : 'danger'}
          onClose={() => setOpen(false)}
          onConfirm={async (reason) => {
            await change.mutateAsync(reason);
            toast.success(`${isDisabled ? 'Enabled' : 'Disabled'}: ${app.name}`);
          }}
        />
      )}
    </>
  );
}

/** As text and no link: a stranger chose the addresses. */
const Address = ({ value }: { value: string }) => (
  <span className="block font-mono text-xs leading-6 wrap-anywhere">{value}</span>
);

const Facts = ({ app }: AppProps) => (
  <Panel title="What it says about itself" description="Nobody has checked it.">
    <DescriptionList
      items={[
        { term: 'Page', description: app.uri ? <Address value={app.uri} /> : 'None' },
        {
          term: 'Described by',
          description: app.document_url ? (
            <Address value={app.document_url} />
          ) : (
            'Itself: it registered here'
          ),
        },
        {
          term: 'Receives codes at',
          description: app.redirect_uris.map((uri) => <Address key={uri} value={uri} />),
        },
        { term: 'Registered', description: formatDateTime(app.created_at) },
        { term: 'Last used', description: formatDateTime(app.last_used_at) },
        { term: 'Connections', description: formatCount(app.connections) },
        { term: 'Id', description: <Address value={app.id} /> },
      ]}
    />
  </Panel>
);

function Record({ app }: AppProps) {
  const { may } = useViewer();
  return (
    <>
      <PageHeader
        title={app.name}
        back={{ to: '/admin/apps', label: 'Apps' }}
        status={<AppStateBadge app={app} />}
        action={may('apps.disable') && <SwitchApp app={app} />}
      />
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[3fr_2fr]">
        <div className="grid min-w-0 gap-6">
          {app.disabled_at && (
            <Banner tone="warning" title={`Disabled on ${formatDateTime(app.disabled_at)}`}>
              {app.disabled_reason}
            </Banner>
          )}
          <AppConnections appId={app.id} />
        </div>
        <Facts app={app} />
      </div>
    </>
  );
}

export default function AppScreen() {
  const { id = '' } = useParams();
  const found = useRegisteredApp(id);
  return (
    <RecordScreen
      what="app"
      result={found}
      tabTitle={found.data?.name ?? 'App'}
      list={{ to: '/admin/apps', label: 'Open apps' }}
      hint="The address may be wrong, or nobody connected the app for a week."
    >
      {(app) => <Record key={app.id} app={app} />}
    </RecordScreen>
  );
}
