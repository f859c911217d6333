import { createElement } from 'react';
import { RelativeTime } from '../RelativeTime.tsx';
import type { Column } from './table-types.ts';

type TimeField<Row> = { [Key in keyof Row]: Row[Key] extends string ? Key : never }[keyof Row] &
  string;

/** A column for a moment of each row. */
export const timeColumn = <Row>(
  key: TimeField<Row>,
  header: string,
  width: string,
): Column<Row> => ({
  key,
  header,
  cell: (row) =>
    createElement(RelativeTime, { value: row[key] as string, className: 'whitespace-nowrap' }),
  width,
  isSecondary: true,
});
