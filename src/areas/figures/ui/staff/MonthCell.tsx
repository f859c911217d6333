import { formatMonth } from '#lib/format.ts';

type MonthCellProps = { row: { month: string; partial: boolean } };

export const MonthCell = ({ row: { month, partial } }: MonthCellProps) => (
  <span className="md:whitespace-nowrap">
    {formatMonth(month)}
    {partial && <span className="text-quiet">, so far</span>}
  </span>
);
