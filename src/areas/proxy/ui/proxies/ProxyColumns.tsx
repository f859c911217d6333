// Columns that the tables of resources, proxies and the shared pool have in common.
import { formatCount } from '#lib/format.ts';
import type { Column } from '#ui/table/Table.tsx';
import type { ProxyWire } from '../../wire/index.ts';
import { formatMs, formatSuccessRate } from '../proxy.labels.ts';

type Address = Pick<ProxyWire, 'host' | 'port' | 'protocol' | 'country_code'>;

export const formatName = ({ host, port }: Pick<Address, 'host' | 'port'>) => `${host}:${port}`;

type AddressCellProps = {
  proxy: Address;
  /** Shown after protocol and country. */
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
  cell: (row) => formatMs(row.latency_ms),
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
      {formatSuccessRate(row.success_rate)}
      {row.requests_total > 0 && (
        <span className="block text-xs text-quiet">of {formatCount(row.requests_total)}</span>
      )}
    </>
  ),
  width: '8rem',
  isNumeric: true,
  isSortable: true,
  isSecondary: true,
};
