import type {
  VehiclePage,
  VehiclePageLine,
} from '#areas/customs/wire/vehicles/vehicle-pages.constants.ts';
import { formatUtcDate } from '#lib/format.ts';

const categories = [
  ['duty', 'Duty'],
  ['excise', 'Excise'],
  ['vat', 'Value added or sales tax'],
  ['fee', 'Fees'],
  ['environment', 'Environmental charges'],
  ['other', 'Other charges'],
] as const;

const bases = {
  cif: 'The price with freight and insurance to the border (CIF)',
  fob: 'The price without freight from the border of export (FOB)',
};

function describeLine({ label, rate, status, amount }: VehiclePageLine, isAlone: boolean): string {
  const charge = status === 'exempt' ? 'exempt' : (rate ?? (amount === null ? 'unknown' : amount));
  return isAlone ? charge : `${label}: ${charge}`;
}

/** Of a category that the example has; one that these rules do not have is not invented. */
const describeCategory = (lines: readonly VehiclePageLine[]): string =>
  lines.map((line) => describeLine(line, lines.length === 1)).join('; ');

/** The facts of the page at a glance. */
export function toRows({ lines, rules, example }: VehiclePage): [string, string][] {
  const charges = categories.flatMap(([category, label]): [string, string][] => {
    const own = lines.filter((line) => line.category === category);
    return own.length === 0 ? [] : [[label, describeCategory(own)]];
  });
  const until = rules.to ? ` to ${formatUtcDate(rules.to)}` : '';
  return [
    ['For', `${example.name}, as in the example`],
    ...charges,
    ['Taxable value', bases[rules.basis]],
    ['Currency', rules.currency],
    ['Rules', rules.title],
    ['In force', `from ${formatUtcDate(rules.from)}${until}`],
    ['Last reviewed', rules.readOn ? formatUtcDate(rules.readOn) : 'No date is recorded'],
    ['Next review', `by ${formatUtcDate(rules.reviewBy)}`],
    ...(rules.isToBeVerified
      ? [['Reliability', 'Some of these rules are still to be verified'] as [string, string]]
      : []),
  ];
}
