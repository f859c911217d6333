import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '#client/api.ts';
import { formatCountry } from '#lib/format.ts';
import { Panel } from '#ui/Panel.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { RecordPages } from '#ui/records/RecordPages.tsx';
import { type Column, Table } from '#ui/table/Table.tsx';
import type { StaffCalculationRowWire } from '../../../wire/calculations/customer-calculations.ts';
import { listCustomerCalculations } from '../../../wire/index.ts';
import { formatTotal } from '../../customs-format.ts';

const pageSize = '5';

const useCustomerCalculations = (userId: number, page: number) =>
  useQuery({
    queryKey: ['staff', 'calculations', userId, page],
    queryFn: ({ signal }) => {
      const query = { user: String(userId), page: String(page), page_size: pageSize };
      return call(listCustomerCalculations, { query }, { signal });
    },
    placeholderData: keepPreviousData,
  });

const columnsFor = (userId: number): Column<StaffCalculationRowWire>[] => [
  {
    key: 'name',
    header: 'Calculation',
    cell: ({ id, title, inputs_summary: summary }) => (
      <Link to={`/admin/calculations/${id}?user=${userId}`} className="link wrap-anywhere">
        {title || summary || `Calculation ${id}`}
      </Link>
    ),
  },
  {
    key: 'country',
    header: 'Destination',
    cell: ({ destination_country: country }) => formatCountry(country),
    isSecondary: true,
  },
  {
    key: 'created_at',
    header: 'Calculated',
    cell: (row) => <RelativeTime value={row.created_at} />,
    isSecondary: true,
  },
  {
    key: 'total',
    header: 'Total',
    cell: ({ total, ...row }) => formatTotal({ ...row, total_payments: total }),
    isNumeric: true,
  },
];

/** A customer's calculations, for support. */
export function UserCalculations({ userId }: { userId: number }) {
  const [page, goToPage] = useState(1);
  const calculations = useCustomerCalculations(userId, page);
  return (
    <Panel title="Customs calculations" isFlush>
      <RecordPages result={calculations} view={{ page, goToPage }} keepsDataOnError>
        <Table
          caption="Customs calculations"
          columns={columnsFor(userId)}
          rows={calculations.data?.results ?? []}
          rowKey={({ id }) => String(id)}
          isLoading={calculations.isPending}
          skeletonRowsCount={1}
          empty={<p className="p-5 text-sm text-quiet">Nothing calculated yet.</p>}
        />
      </RecordPages>
    </Panel>
  );
}
