import { EmptyState } from '#ui/EmptyState.tsx';
import { RecordList } from '#ui/records/RecordList.tsx';
import { definitions } from '../../wire/figures.constants.ts';
import type { ShortBalanceWire } from '../../wire/unpaid.ts';
import { dueColumns } from './DueColumns.tsx';
import { FigureFrame } from './FigureFrame.tsx';
import { shortBalanceList } from './queries.ts';

const columns = dueColumns<ShortBalanceWire>('Renews', ({ renews_at }) => renews_at);

/** Renewals that will fail unless money comes. */
export default function ShortBalances() {
  return (
    <FigureFrame title="Short balances" description={definitions.short}>
      <RecordList
        what="short balances"
        title="Renewals that are not covered"
        columns={columns}
        list={shortBalanceList}
        rowKey={(row) => row.subscription}
        csv="short-balances.csv"
        empty={
          <EmptyState title="Every renewal is covered">
            Accounts are listed here a week before a renewal that neither their balance nor a card
            can pay.
          </EmptyState>
        }
      />
    </FigureFrame>
  );
}
