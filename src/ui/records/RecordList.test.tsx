import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser } from '#test/browser/screens.tsx';
import { RecordList } from './RecordList.tsx';
import type { RecordFilter } from './record-filters.ts';

type Row = { id: string; name: string; size: string };
const rows: Row[] = [
  { id: '1', name: 'warp', size: 'large' },
  { id: '2', name: 'weft', size: 'small' },
];
const filters: RecordFilter[] = [
  { kind: 'search', name: 'search', label: 'Search', placeholder: 'Words' },
  {
    kind: 'choice',
    name: 'size',
    label: 'Size',
    all: 'Any size',
    options: [
      { value: 'large', label: 'Large' },
      { value: 'small', label: 'Small' },
    ],
  },
];
const onOpen = vi.fn();
const onBulk = vi.fn();
const seen: Record<string, string>[] = [];
let results: readonly Row[] = rows;
let count = 41;
let error: Error | null = null;
const list = {
  key: ['threads'],
  async load(query: Record<string, string>) {
    seen.push(query);
    if (error) throw error;
    return { results, count, page_size: 20 };
  },
  loadCsv: async () => new Blob(),
};

function Threads() {
  return (
    <RecordList
      what="threads"
      title="All threads"
      columns={[
        { key: 'name', header: 'Name', cell: ({ name }: Row) => name },
        { key: 'size', header: 'Size', cell: ({ size }: Row) => size },
      ]}
      filters={filters}
      list={list}
      rowKey={({ id }) => id}
      rowLabel={({ name }) => name}
      onRowOpen={onOpen}
      bulk={(selected, done) => (
        <button
          type="button"
          onClick={() => {
            onBulk(selected);
            done();
          }}
        >
          Cut
        </button>
      )}
    />
  );
}
const open = (address = '/threads') =>
  renderScreen(address, [{ path: '/threads', element: Threads }]);

beforeEach(() => {
  resetBrowser();
  results = rows;
  count = 41;
  error = null;
  vi.clearAllMocks();
});

test('filters are in the address and sent to the API; invalid values are ignored', async () => {
  const { router } = await open('/threads?size=huge&page=2');
  await expect.poll(() => seen.at(-1)).toEqual({ page: '2' });
  await page.getByLabelText('Size').selectOptions('Small');
  expect(router.state.location.search).toBe('?size=small');
  await expect.poll(() => seen.at(-1)).toEqual({ size: 'small', page: '1' });
  await page.getByRole('button', { name: 'Remove filter: Small' }).click();
  expect(router.state.location.search).toBe('');
});

test('an empty list has nothing to filter, to sort or to hide', async () => {
  results = [];
  count = 0;
  const { router } = await open();
  await expect.element(page.getByText('No threads yet')).toBeVisible();
  expect(page.getByRole('columnheader').elements()).toEqual([]);
  for (const name of ['Views', 'Columns', 'Search threads'])
    await expect.element(page.getByRole('button', { name })).not.toBeInTheDocument();
  // A filter without matches can be changed.
  await router.navigate('/threads?size=small');
  await expect.element(page.getByText('Nothing matches')).toBeVisible();
  await expect.element(page.getByLabelText('Size')).toBeVisible();
});

test('bulk actions get the selected rows', async () => {
  await open();
  await page.getByLabelText('Select weft').click();
  await expect.element(page.getByText('1 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Cut' }).click();
  expect(onBulk).toHaveBeenCalledWith(['2']);
  await expect.element(page.getByText('1 selected')).not.toBeInTheDocument();
});

test('a hidden column stays hidden on the next visit', async () => {
  await open();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitem', { name: /^Size/ }).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('columnheader', { name: 'Size' })).not.toBeInTheDocument();
  expect(localStorage.getItem('columns:threads')).toBe('["size"]');
});

test('a saved view restores its filters', async () => {
  const { router } = await open('/threads?size=large');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save this view' }).click();
  await page.getByRole('textbox', { name: /^Name/ }).fill('Thick ones');
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  expect(router.state.location.search).toBe('');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Thick ones' }).click();
  expect(router.state.location.search).toBe('?size=large');
});

test('a failure can be retried, and an empty result offers to clear the filters', async () => {
  error = new Error('The server is away.');
  await open();
  await expect.element(page.getByText('The server is away.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  error = null;
  results = [];
  const { router } = await open('/threads?size=small');
  await expect.element(page.getByText('Nothing matches')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).last().click();
  expect(router.state.location.search).toBe('');
});
