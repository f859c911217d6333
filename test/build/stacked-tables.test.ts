import { expect, test } from 'vitest';
import { stackTables } from '../../scripts/build/stacked-tables.ts';

type TreeNode = Parameters<ReturnType<typeof stackTables>>[0];
const element = (tagName: string, children: TreeNode[]): TreeNode => ({
  type: 'element',
  tagName,
  children,
});
const cell = (tagName: string) => (value: string) =>
  element(tagName, value === '' ? [] : [{ type: 'text', value }]);
const table = (headings: string[], row: string[]) =>
  element('table', [
    element('thead', [element('tr', headings.map(cell('th')))]),
    element('tbody', [element('tr', row.map(cell('td')))]),
  ]);
const listLabels = (tree: TreeNode) =>
  tree.children?.[1]?.children?.[0]?.children?.map(({ properties }) => properties?.dataLabel);

test('cells of a wide table carry the heading of their column, save the first and empty ones', () => {
  const wide = table(['What', 'How long', 'Why'], ['Session', '30 days', '']);
  stackTables()(element('main', [wide]));
  expect(wide.properties).toEqual({ className: ['stacked'] });
  expect(listLabels(wide)).toEqual([undefined, 'How long', undefined]);
});

test('a table of two columns stays as it is', () => {
  const narrow = table(['What', 'How long'], ['Session', '30 days']);
  stackTables()(element('main', [narrow]));
  expect([narrow.properties, listLabels(narrow)]).toEqual([undefined, [undefined, undefined]]);
});
