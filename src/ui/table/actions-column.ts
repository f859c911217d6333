import type { Column } from './table-types.ts';

/** The last column of a table whose rows have a menu. */
export const actionsColumn = <Row>(cell: Column<Row>['cell']): Column<Row> => ({
  key: 'actions',
  header: 'Actions',
  isHeaderHidden: true,
  cell,
  width: '3.5rem',
  isNumeric: true,
});
