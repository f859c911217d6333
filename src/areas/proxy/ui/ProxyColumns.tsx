// What the lists of resources, of their proxies and of the pool show alike.
import type { Column } from '#ui/Table.tsx';
import type { ProxyWire } from '../contract.ts';
import { sayCount, sayMs, sayRate } from './proxy-labels.ts';

type Address = Pick<ProxyWire, 'host' | 'port' | 'protocol' | 'country_code'>;

export const nameOf = ({ host, port }: Pick<Address, 'host' | 'port'>) => `${host}:${port}`;

type AddressCellProps = {
  proxy: Address;
  /** What else is known of it. */
  facts: readonly (string | null)[];
};

export const AddressCell = ({ proxy, facts }: AddressCellProps) => (
  <>
    <span className="font-mono text-xs wrap-anywhere">
      {proxy.host}
      <wbr />:{proxy.port}
    </span>
    <span className="block text-xs text-quiet">
      {[proxy.protocol.toUpperCase(), proxy.country_code, ...facts].filter(Boolean).join(' · ')}
    </span>
  </>
);

export const latencyColumn: Column<Pick<ProxyWire, 'latency_ms'>> = {
  key: 'latency_ms',
  header: 'Latency',
  cell: (row) => sayMs(row.latency_ms),
  width: '7rem',
  isNumeric: true,
  isSortable: true,
  isSecondary: true,
};

export const successColumn: Column<Pick<ProxyWire, 'success_rate' | 'requests_total'>> = {
  key: 'success_rate',
  header: 'Success',
  cell: (row) => (
    <>
      {sayRate(row.success_rate)}
      {row.requests_total > 0 && (
        <span className="block text-xs text-quiet">of {sayCount(row.requests_total)}</span>
      )}
    </>
  ),
  width: '8rem',
  isNumeric: true,
  isSortable: true,
  isSecondary: true,
};

export const actionsColumn = <Row,>(cell: Column<Row>['cell']): Column<Row> => ({
  key: 'actions',
  header: 'Actions',
  isHeaderHidden: true,
  cell,
  width: '3.5rem',
  isNumeric: true,
});
