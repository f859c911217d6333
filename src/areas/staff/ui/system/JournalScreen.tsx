import { Link, useParams } from 'react-router';
import { capitalize, formatExactTime } from '#lib/format.ts';
import { formatMoney } from '#lib/format-money.ts';
import { Badge } from '#ui/Badge.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { type DescriptionItem, DescriptionList } from '#ui/DescriptionList.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RecordScreen } from '#ui/records/RecordScreen.tsx';
import { type Column, Table } from '#ui/table/Table.tsx';
import type { JournalRecordWire } from '../../wire/journals.ts';
import { toRecordAddress } from '../record-address.ts';
import { accountName, listAmounts, type Posting } from './journal-format.ts';
import { useJournal } from './queries.ts';

type JournalProps = { journal: JournalRecordWire };

const Money = ({ text, currency }: { text: string | null; currency: string }) =>
  text !== null && (
    <span className="font-mono whitespace-nowrap">{formatMoney(text, currency)}</span>
  );

const columns: readonly Column<Posting>[] = [
  {
    key: 'account',
    header: 'Account',
    cell: (row) => (
      <>
        {accountName(row)}
        {row.balance_after !== null && (
          <span className="block text-quiet md:hidden">
            Then <Money text={row.balance_after} currency={row.currency} />
          </span>
        )}
      </>
    ),
  },
  {
    key: 'before',
    header: 'Before',
    cell: (row) => <Money text={row.balance_before} currency={row.currency} />,
    isNumeric: true,
    isSecondary: true,
  },
  {
    key: 'amount',
    header: 'Amount',
    cell: (row) => <Money text={row.amount} currency={row.currency} />,
    isNumeric: true,
  },
  {
    key: 'after',
    header: 'After',
    cell: (row) => <Money text={row.balance_after} currency={row.currency} />,
    isNumeric: true,
    isSecondary: true,
  },
];

const JournalLink = ({ id, words }: { id: string; words: string }) => (
  <Link to={`/admin/ledger/journals/${id}`} className="link">
    {words}
  </Link>
);

/** What led to it and what became of it, with the way there. */
function Causes({ journal: { causes, user, reversal_of, reversed_by } }: JournalProps) {
  return (
    <ul className="grid gap-2 text-sm">
      {causes.map(({ kind, id, words }) => {
        const owner = kind === 'user' ? Number(id) : (user?.id ?? null);
        const address = kind && toRecordAddress({ kind, id, user: owner });
        return (
          <li key={`${kind} ${id} ${words}`} className="wrap-anywhere">
            {address ? (
              <Link to={address} className="link">
                {words}
              </Link>
            ) : (
              words
            )}
          </li>
        );
      })}
      {reversal_of && (
        <li>
          <JournalLink id={reversal_of} words="Reverses another journal" />
        </li>
      )}
      {reversed_by && (
        <li>
          <JournalLink id={reversed_by} words="Reversed by another journal" />
        </li>
      )}
    </ul>
  );
}

function listFacts(journal: JournalRecordWire): DescriptionItem[] {
  const { user, effective_at, created_at, rate } = journal;
  const present = (items: (DescriptionItem | false | null)[]) =>
    items.filter((item): item is DescriptionItem => Boolean(item));
  return present([
    user && {
      term: 'Customer',
      description: (
        <Link to={`/admin/users/${user.id}`} className="link">
          {user.email || `Account ${user.id}`}
        </Link>
      ),
    },
    { term: 'Posted', description: formatExactTime(created_at) },
    effective_at !== created_at && {
      term: 'Happened',
      description: formatExactTime(effective_at),
    },
    journal.reference !== null && { term: 'Reference', description: journal.reference },
    rate && { term: 'Rate', description: `${rate.rate}, ${rate.source}`, isNumeric: true },
    ...journal.metadata.map(({ name, value }) => ({ term: name, description: value })),
    { term: 'Journal', description: journal.id, isNumeric: true },
    { term: 'Idempotency key', description: journal.idempotency_key, isNumeric: true },
  ]);
}

const Seal = ({ journal: { seal } }: JournalProps) =>
  seal === null ? (
    <p className="text-sm text-quiet">Not sealed yet: that takes a minute at most.</p>
  ) : (
    <DescriptionList
      items={[
        { term: 'Place', description: seal.position, isNumeric: true },
        { term: 'Sealed', description: formatExactTime(seal.sealed_at) },
        {
          term: 'Hash',
          description: (
            <span className="flex flex-wrap items-center gap-2">
              <code className="min-w-0 text-xs wrap-anywhere">{seal.hash}</code>
              <CopyButton value={seal.hash} label="Copy the hash" size="small" />
            </span>
          ),
        },
      ]}
    />
  );

const Record = ({ journal }: JournalProps) => (
  <>
    <PageHeader
      title={`${capitalize(journal.type)} of ${listAmounts(journal).join(' and ')}`}
      description={journal.description !== capitalize(journal.type) && journal.description}
      back={{ to: '/admin/ledger', label: 'Ledger' }}
      status={
        <>
          {journal.reversal_of && <Badge>Reversal</Badge>}
          {journal.reversed_by && <Badge tone="warning">Reversed</Badge>}
          <Badge tone={journal.seal ? 'success' : 'neutral'}>
            {journal.seal ? 'Sealed' : 'Not sealed yet'}
          </Badge>
        </>
      }
    />
    <div className="mt-6 grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[3fr_2fr]">
      <div className="grid min-w-0 gap-6">
        <Panel title="Postings" description="Above zero credits the account." isFlush>
          <Table
            caption="Postings"
            columns={columns}
            rows={journal.postings}
            rowKey={(row) => `${accountName(row)} ${row.currency}`}
          />
        </Panel>
        <Panel title="Cause">
          <Causes journal={journal} />
        </Panel>
      </div>
      <div className="grid min-w-0 gap-6">
        <Panel title="Facts">
          <DescriptionList items={listFacts(journal)} />
        </Panel>
        <Panel title="Seal">
          <Seal journal={journal} />
        </Panel>
      </div>
    </div>
  </>
);

export default function JournalScreen() {
  const { id = '' } = useParams();
  const journal = useJournal(id);
  return (
    <RecordScreen
      key={id}
      what="journal"
      result={journal}
      tabTitle="Journal"
      list={{ to: '/admin/ledger', label: 'Open ledger' }}
      hint="The address may be wrong."
    >
      {(found) => <Record journal={found} />}
    </RecordScreen>
  );
}
