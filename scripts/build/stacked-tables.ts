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

const listElements = ({ children = [] }: Node, ...names: string[]): Node[] =>
  children.filter(({ tagName }) => tagName !== undefined && names.includes(tagName));

const readText = ({ value = '', children = [] }: Node): string =>
  value + children.map(readText).join('');

function stack(table: Node): void {
  const rows = listElements(table, 'thead', 'tbody').flatMap((part) => listElements(part, 'tr'));
  const headings = listElements(rows[0] ?? table, 'th').map(readText);
  if (headings.length < stackedFrom) return;
  table.properties = { ...table.properties, className: ['stacked'] };
  for (const row of rows.slice(1))
    for (const [index, cell] of listElements(row, 'td').entries())
      if (index > 0 && cell.children?.length)
        cell.properties = { ...cell.properties, dataLabel: headings[index] };
}

function walk(node: Node): void {
  if (node.tagName === 'table') stack(node);
  for (const child of node.children ?? []) walk(child);
}

/** A rehype plugin for the MDX compiler. */
export const stackTables = () => walk;
