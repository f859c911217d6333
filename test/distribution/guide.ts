// The table of docs/guides/scale.md, written from the list and read back for comparison.
import { isByAccount, type Placement, type placements } from './tables.ts';

type Places = typeof placements;

/** `payment_alert` (`payment_id` to `payment`): the column that leads to the account's row. */
function formatTable(table: string, placement: Placement): string {
  if (!isByAccount(placement)) return `\`${table}\``;
  const { by, via } = placement;
  const key = by === 'account_id' ? '' : ` by \`${by}\``;
  return `\`${table}\`${key}${via ? ` (\`${via[0]}\` to \`${via[1]}\`)` : ''}`;
}

const columns = [
  (one: Placement) => isByAccount(one) && !one.via,
  (one: Placement) => isByAccount(one) && one.via !== undefined,
  (one: Placement) => one === 'reference',
  (one: Placement) => one === 'local',
];

export const formatPlaces = (places: Places): string =>
  Object.entries(places)
    .map(([area, tables]) => {
      const cells = columns.map((isOfColumn) =>
        Object.entries(tables)
          .filter(([, placement]) => isOfColumn(placement))
          .map(([table, placement]) => formatTable(table, placement))
          .join(', '),
      );
      return `| ${[area, ...cells].join(' | ')} |`;
    })
    .join('\n');

function parseTable(text: string, place: Placement | undefined): [string, Placement] {
  const [, table = '', by, column, parent] =
    /^`([\w.*]+)`(?: by `(\w+)`)?(?: \(`(\w+)` to `(\w+)`\))?$/.exec(text) ?? [];
  if (place) return [table, place];
  const key = { by: by ?? 'account_id' };
  return [table, column && parent ? { ...key, via: [column, parent] } : key];
}

/** Reads the rows below the heading with the five columns. */
export function listPlacesOfGuide(markdown: string): Places {
  const [, below = ''] = markdown.split(/^\| area \| on the shard of the account .*\n\|[-|]+\n/m);
  const rows = below.split(/\n(?!\|)/)[0]!.split('\n');
  return Object.fromEntries(
    rows.map((row) => {
      const [area = '', mine, copied, reference, local] = row.slice(2, -2).split(' | ');
      const parse = (cell = '', place?: Placement) =>
        cell
          .split(', ')
          .filter((text) => text.trim() !== '')
          .map((text) => parseTable(text.trim(), place));
      return [
        area,
        Object.fromEntries([
          ...parse(mine),
          ...parse(copied),
          ...parse(reference, 'reference'),
          ...parse(local, 'local'),
        ]),
      ];
    }),
  );
}
