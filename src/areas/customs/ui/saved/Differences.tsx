import { formatMoney } from '#lib/format-money.ts';
import { type Column, Table } from '#ui/table/Table.tsx';
import type { Difference } from '../../wire/calculations/calculations.differences.ts';

type DifferencesProps = { differences: readonly Difference[]; currency: string };

const columnsFor = (currency: string): Column<Difference>[] => {
  const say = (amount: string | null) => (amount === null ? 'None' : formatMoney(amount, currency));
  const change = ({ before, after }: Difference) =>
    before === null || after === null
      ? ''
      : formatMoney((Number(after) - Number(before)).toFixed(2), currency, { isSigned: true });
  const money = { isNumeric: true, width: '8rem' };
  return [
    { key: 'label', header: 'Line', cell: ({ label }) => label },
    { key: 'before', header: 'Then', cell: ({ before }) => say(before), ...money },
    { key: 'after', header: 'Today', cell: ({ after }) => say(after), ...money },
    { key: 'change', header: 'Change', cell: change, ...money, isSecondary: true },
  ];
};

export const Differences = ({ differences, currency }: DifferencesProps) => (
  <Table
    caption="What changed"
    columns={columnsFor(currency)}
    rows={differences}
    rowKey={({ code }) => code}
  />
);
