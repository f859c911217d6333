import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { type Column, Table } from './Table.tsx';

type Key = { id: string; name: string };

const rows: Key[] = [
  { id: '1', name: 'ci' },
  { id: '2', name: 'web' },
];
const columns: Column<Key>[] = [
  { key: 'name', header: 'Name', cell: ({ name }) => name, isSortable: true },
  { key: 'edit', header: 'Edit', cell: () => <button type="button">Edit</button> },
];
const basics = { caption: 'Keys', columns, rows, rowKey: ({ id }: Key) => id };
const row = (name: string) => page.getByRole('row').filter({ hasText: name });

test('j and k move between rows and Enter opens one', async () => {
  const onRowOpen = vi.fn();
  await render(<Table {...basics} onRowOpen={onRowOpen} />);
  (row('ci').element() as HTMLElement).focus();
  await userEvent.keyboard('j');
  await expect.element(row('web')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(onRowOpen).toHaveBeenCalledWith(rows[1]);
  await userEvent.keyboard('k');
  await expect.element(row('ci')).toHaveFocus();
});

test('a click opens a row, but not a click on a button in it', async () => {
  const onRowOpen = vi.fn();
  await render(<Table {...basics} onRowOpen={onRowOpen} />);
  await userEvent.click(row('web').getByRole('button'));
  expect(onRowOpen).not.toHaveBeenCalled();
  await userEvent.click(row('web').getByText('web'));
  expect(onRowOpen).toHaveBeenCalledWith(rows[1]);
});

test('the sort button reverses the direction and updates the header', async () => {
  const onSortChange = vi.fn();
  const sort = { key: 'name', direction: 'ascending' } as const;
  await render(<Table {...basics} sort={sort} onSortChange={onSortChange} />);
  const header = page.getByRole('columnheader', { name: 'Name' });
  await expect.element(header).toHaveAttribute('aria-sort', 'ascending');
  await userEvent.click(header.getByRole('button'));
  expect(onSortChange).toHaveBeenCalledWith({ key: 'name', direction: 'descending' });
});

test('selecting all rows names every key', async () => {
  const onChange = vi.fn();
  await render(<Table {...basics} selection={{ selected: new Set(), onChange }} />);
  await userEvent.click(page.getByLabelText('Select all rows'));
  expect(onChange).toHaveBeenCalledWith(new Set(['1', '2']));
});

test('the empty state is shown without rows, but not while loading', async () => {
  const { rerender } = await render(<Table {...basics} rows={[]} empty="No keys yet" />);
  await expect.element(page.getByText('No keys yet')).toBeVisible();
  await rerender(<Table {...basics} rows={[]} empty="No keys yet" isLoading />);
  await expect.element(page.getByText('No keys yet')).not.toBeInTheDocument();
  await expect.element(page.getByRole('table')).toHaveAttribute('aria-busy', 'true');
});
