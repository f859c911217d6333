import { useState } from 'react';
import { Badge } from '../Badge.tsx';
import { Button } from '../Button.tsx';
import { DescriptionList } from '../DescriptionList.tsx';
import { EmptyState } from '../EmptyState.tsx';
import { MenuItem } from '../Menu.tsx';
import { PageHeader } from '../PageHeader.tsx';
import { Pagination } from '../Pagination.tsx';
import { Panel } from '../Panel.tsx';
import { RelativeTime } from '../RelativeTime.tsx';
import { type Snippet, SnippetTabs } from '../SnippetTabs.tsx';
import { actionsColumn } from '../table/actions-column.ts';
import { RowMenu } from '../table/RowMenu.tsx';
import { type Column, Table } from '../table/Table.tsx';
import type { SortState } from '../table/table-types.ts';
import { toast } from '../toast.ts';

type Payment = { id: string; name: string; state: string; amount: string; at: string };

const payments: Payment[] = [
  { id: '1', name: 'Team plan', state: 'completed', amount: '+49.00 USD', at: '2026-11-20T09:00Z' },
  { id: '2', name: 'Refund', state: 'pending', amount: '-12.50 EUR', at: '2026-11-18T17:24Z' },
  { id: '3', name: 'Top-up', state: 'failed', amount: '+1,200.00 USD', at: '2026-09-02T11:00Z' },
];

const chooseTone = (state: string) =>
  state === 'completed' ? 'success' : state === 'failed' ? 'danger' : 'neutral';

const columns: Column<Payment>[] = [
  { key: 'name', header: 'Payment', cell: ({ name }) => name, isSortable: true },
  {
    key: 'state',
    header: 'Status',
    cell: ({ state }) => <Badge tone={chooseTone(state)}>{state}</Badge>,
    width: '9rem',
  },
  {
    key: 'at',
    header: 'Created',
    cell: ({ at }) => <RelativeTime value={at} />,
    isSecondary: true,
    width: '10rem',
  },
  {
    key: 'amount',
    header: 'Amount',
    cell: ({ amount }) => amount,
    isNumeric: true,
    isSortable: true,
    width: '9rem',
  },
  actionsColumn(({ name }) => (
    <RowMenu name={name}>
      <MenuItem>Open the receipt</MenuItem>
    </RowMenu>
  )),
];

const rowKey = ({ id }: Payment) => id;

function LiveTable() {
  const [sort, setSort] = useState<SortState>({ key: 'amount', direction: 'descending' });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(['2']));
  return (
    <Table
      caption="Payments"
      columns={columns}
      rows={payments}
      rowKey={rowKey}
      rowLabel={({ name }) => name}
      sort={sort}
      onSortChange={setSort}
      selection={{ selected, onChange: setSelected }}
      onRowOpen={({ name }) => toast.info(`Opened ${name}`)}
    />
  );
}

const snippets: Snippet[] = [
  { value: 'curl', label: 'curl', code: 'curl https://api.example.com/apix/health/' },
  { value: 'python', label: 'Python', code: "httpx.get('https://api.example.com/apix/health/')" },
];

const empty = (
  <EmptyState title="No payments yet" action={<Button variant="primary">Add funds</Button>}>
    Your payments and refunds will stand here, newest first.
  </EmptyState>
);

export const GalleryData = () => (
  <>
    <PageHeader
      title="API keys"
      description="Keys let your servers call the platform."
      status={<Badge tone="success">Active</Badge>}
      action={<Button variant="primary">Create key</Button>}
    />
    <Panel
      title="Payments"
      description="In several currencies"
      actions={<Button size="small">Export</Button>}
      isFlush
      footer={<Pagination page={1} pageSize={3} rowsCount={1204} onPageChange={() => {}} />}
    >
      <LiveTable />
    </Panel>
    <div className="grid gap-6 lg:grid-cols-2">
      <Panel title="Loading" isFlush>
        <Table isLoading caption="Loading" columns={columns} rows={[]} rowKey={rowKey} />
      </Panel>
      <Panel title="Empty" isFlush>
        <Table caption="Empty" columns={columns} rows={[]} rowKey={rowKey} empty={empty} />
      </Panel>
      <Panel title="Details">
        <DescriptionList
          items={[
            { term: 'Reference', description: 'PAY-2026-0042', isNumeric: true },
            { term: 'Amount', description: '+49.00 USD', isNumeric: true },
            { term: 'Created', description: <RelativeTime value="2026-11-20T09:00:00Z" /> },
          ]}
        />
      </Panel>
      <Panel title="Example">
        <SnippetTabs snippets={snippets} />
      </Panel>
    </div>
  </>
);
