import { Link } from 'react-router';
import { formatCount } from '#lib/format.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { RecordList } from '#ui/records/RecordList.tsx';
import type { RecordFilter } from '#ui/records/record-filters.ts';
import { Screen } from '#ui/Screen.tsx';
import type { Column } from '#ui/table/Table.tsx';
import type { RegisteredAppWire } from '../../wire/staff-apps.ts';
import { AppStateBadge } from './AppStateBadge.tsx';
import { registeredAppList } from './queries.ts';

/** The hosts, or schemes of installed apps, that may get codes; each once. */
const redirectHosts = ({ redirect_uris }: Pick<RegisteredAppWire, 'redirect_uris'>) =>
  [...new Set(redirect_uris.map((uri) => URL.parse(uri)?.host || uri.replace(/:.*$/, '')))].join(
    ', ',
  );

const filters: readonly RecordFilter[] = [
  { kind: 'search', name: 'search', label: 'Search', placeholder: 'Name, address or id' },
  {
    kind: 'choice',
    name: 'state',
    label: 'State',
    options: [
      { value: 'enabled', label: 'Enabled' },
      { value: 'disabled', label: 'Disabled' },
    ],
  },
];

const toAddress = ({ id }: RegisteredAppWire) => `/admin/apps/${id}`;

const columns: readonly Column<RegisteredAppWire>[] = [
  {
    key: 'name',
    header: 'App',
    cell: (app) => (
      <>
        <Link
          to={toAddress(app)}
          className="font-medium wrap-anywhere underline-offset-4 hover:underline"
        >
          {app.name}
        </Link>
        <p className="text-sm text-quiet wrap-anywhere">{redirectHosts(app)}</p>
      </>
    ),
  },
  { key: 'state', header: 'State', cell: (app) => <AppStateBadge app={app} />, width: '8rem' },
  {
    key: 'connections',
    header: 'Connections',
    cell: ({ connections }) => formatCount(connections),
    width: '8rem',
    isNumeric: true,
    isSecondary: true,
  },
  {
    key: 'created_at',
    header: 'Registered',
    cell: ({ created_at }) => <RelativeTime value={created_at} />,
    width: '9rem',
    isSecondary: true,
  },
  {
    key: 'last_used_at',
    header: 'Last used',
    cell: ({ last_used_at }) => <RelativeTime value={last_used_at} />,
    width: '9rem',
    isSecondary: true,
  },
];

export default function Apps() {
  return (
    <Screen
      title="Apps"
      description="Apps of other companies that registered here, and how many customers connected them."
    >
      <RecordList
        what="apps"
        title="All apps"
        columns={columns}
        filters={filters}
        list={registeredAppList}
        rowKey={({ id }) => id}
        rowPath={toAddress}
        empty={
          <EmptyState title="No apps yet">
            An assistant or another program appears here when it registers itself.
          </EmptyState>
        }
      />
    </Screen>
  );
}
