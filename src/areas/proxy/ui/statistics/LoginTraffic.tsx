import { formatBytes, formatCount } from '#lib/format.ts';
import { type Column, Table } from '#ui/table/Table.tsx';
import type { LoginTrafficWire } from '../../wire/index.ts';

const kindLabels = { key: 'API key', user: 'Sub-user', console: '' } as const;
const deletedLabels = { key: 'An older key', user: 'A deleted sub-user', console: 'Test console' };

const bytesOrUnknown = (bytes: number | null) => (bytes === null ? 'Unknown' : formatBytes(bytes));

const columns: readonly Column<LoginTrafficWire>[] = [
  {
    key: 'login',
    header: 'Login',
    cell: ({ kind, name }) => (
      <>
        <span className="block wrap-anywhere">{name ?? deletedLabels[kind]}</span>
        <span className="block text-xs text-quiet">{kindLabels[kind]}</span>
      </>
    ),
  },
  {
    key: 'requests',
    header: 'Requests sent',
    cell: ({ requests }) => formatCount(requests),
    width: '8rem',
    isNumeric: true,
  },
  {
    key: 'sent',
    header: 'Sent',
    cell: ({ bytes_sent }) => bytesOrUnknown(bytes_sent),
    width: '8rem',
    isNumeric: true,
    isSecondary: true,
  },
  {
    key: 'received',
    header: 'Received',
    cell: ({ bytes_received }) => bytesOrUnknown(bytes_received),
    width: '8rem',
    isNumeric: true,
    isSecondary: true,
  },
  {
    key: 'traffic',
    header: 'Traffic',
    cell: ({ bytes }) => formatBytes(bytes),
    width: '8rem',
    isNumeric: true,
  },
];

/** Requests and traffic of each API key and sub-user in the period. */
export const LoginTraffic = ({ logins }: { logins: readonly LoginTrafficWire[] }) =>
  logins.length > 0 && (
    <section className="mt-6">
      <h3 className="mb-2 text-base">By login</h3>
      <Table
        caption="Requests and traffic by login"
        columns={columns}
        rows={logins}
        rowKey={({ kind, id }) => `${kind} ${id}`}
      />
    </section>
  );
