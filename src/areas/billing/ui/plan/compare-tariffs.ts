// What the public tariffs have in common, which is said once, and the rows in which they differ.
import { formatPrice, formatUnitPrice } from '#lib/format-money.ts';
import type { TariffWire } from '../../wire/index.ts';
import { formatLimit, limitRows } from './plan-format.ts';

export type ComparedTariff = Pick<TariffWire, 'limits' | 'overage' | 'features' | 'currency'>;

/** The cells are in the order of the tariffs. */
export type TariffRow = { label: string; cells: readonly string[] };

export type TariffComparison = { common: readonly string[]; rows: readonly TariffRow[] };

function describeOverage({ overage, currency }: ComparedTariff): string {
  if (!overage) return 'Refused';
  const price = `${formatUnitPrice(overage.price, currency)} a ${overage.unit}`;
  return overage.cap ? `${price}, at most ${formatPrice(overage.cap, currency)}` : price;
}

/** Features by code; the row of overage says with its price what its feature says without. */
function featureRows(tariffs: readonly ComparedTariff[]): TariffRow[] {
  const labels = new Map(
    tariffs.flatMap(({ features }) => features.map(({ code, label }) => [code, label] as const)),
  );
  labels.delete('overage');
  const has = (one: ComparedTariff, code: string) =>
    one.features.some((feature) => feature.code === code && feature.included);
  return [...labels].map(([code, label]) => ({
    label,
    cells: tariffs.map((one) => (has(one, code) ? 'Yes' : 'No')),
  }));
}

const isSame = ({ cells }: TariffRow) => cells.every((cell) => cell === cells[0]);

export function compareTariffs(tariffs: readonly ComparedTariff[]): TariffComparison {
  const limits = limitRows.map((row) => ({
    label: row.label,
    cells: tariffs.map((one) => formatLimit(one.limits, row)),
  }));
  const overage = { label: 'Over the quota', cells: tariffs.map(describeOverage) };
  const features = featureRows(tariffs);
  // A single tariff differs from nothing: it shows all of its limits.
  if (tariffs.length < 2)
    return {
      common: features.filter(({ cells }) => cells[0] === 'Yes').map(({ label }) => label),
      rows: [...limits, overage],
    };
  const common = [
    ...features.filter((row) => isSame(row) && row.cells[0] === 'Yes').map(({ label }) => label),
    ...limits.filter(isSame).map(({ label, cells }) => `${label}: ${cells[0]}`),
  ];
  return { common, rows: [...limits, overage, ...features].filter((row) => !isSame(row)) };
}
