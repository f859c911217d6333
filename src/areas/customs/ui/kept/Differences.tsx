import { type Column, Table } from '#ui/Table.tsx';
import type { Difference } from '../../differences.ts';
import { sayMoney } from '../customs-words.ts';

type DifferencesProps = { differences: readonly Difference[]; currency: string };

const columnsFor = (currency: string): Column<Difference>[] => {
  const say = (amount: string | null) => (amount === null ? 'None' : sayMoney(amount, currency));
  const moved = ({ before, after }: Difference) =>
    before === null || after === null
      ? ''
      : sayMoney((Number(after) - Number(before)).toFixed(2), currency, { isSigned: true });
  const money = { isNumeric: true, width: '8rem' };
  return [
    { key: 'label', header: 'Line', cell: ({ label }) => label },
    { key: 'before', header: 'Then', cell: ({ before }) => say(before), ...money },
    { key: 'after', header: 'Today', cell: ({ after }) => say(after), ...money },
    { key: 'moved', header: 'Moved by', cell: moved, ...money, isSecondary: true },
  ];
};

export const Differences = ({ differences, currency }: DifferencesProps) => (
  <Table
    caption="What moved"
    columns={columnsFor(currency)}
    rows={differences}
    rowKey={({ code }) => code}
  />
);
