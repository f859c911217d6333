// Tables of three or more columns become lists on small screens: each cell gets the heading of its
// column as an attribute.

type Node = {
  type: string;
  tagName?: string;
  value?: string;
  children?: Node[];
  properties?: Record<string, unknown>;
};
const stackedFrom = 3;

const elementsOf = ({ children = [] }: Node, ...names: string[]): Node[] =>
  children.filter(({ tagName }) => tagName !== undefined && names.includes(tagName));

const textOf = ({ value = '', children = [] }: Node): string =>
  value + children.map(textOf).join('');

function stack(table: Node): void {
  const rows = elementsOf(table, 'thead', 'tbody').flatMap((part) => elementsOf(part, 'tr'));
  const headings = elementsOf(rows[0] ?? table, 'th').map(textOf);
  if (headings.length < stackedFrom) return;
  table.properties = { ...table.properties, className: ['stacked'] };
  for (const row of rows.slice(1))
    for (const [index, cell] of elementsOf(row, 'td').entries())
      if (index > 0 && cell.children?.length)
        cell.properties = { ...cell.properties, dataLabel: headings[index] };
}

function walk(node: Node): void {
  if (node.tagName === 'table') stack(node);
  for (const child of node.children ?? []) walk(child);
}

/** A rehype plugin for the MDX compiler. */
export const stackTables = () => walk;
