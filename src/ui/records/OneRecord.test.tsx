import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { OneRecord, type OneRecordProps } from './OneRecord.tsx';

const refetch = vi.fn();
const nothing = { data: undefined, error: null, refetch };
const show = (result: Partial<OneRecordProps<string>['result']>) =>
  render(
    <OneRecord what="thread" result={{ ...nothing, ...result }} missing="No thread">
      {(thread) => <p>{thread}</p>}
    </OneRecord>,
  );
const shown = (words: string) => expect.element(page.getByText(words)).toBeVisible();

test('it says what is loading, then shows it', async () => {
  const { rerender } = await show({});
  await expect.element(page.getByText('Loading the thread')).toBeInTheDocument();
  await rerender(
    <OneRecord what="thread" result={{ ...nothing, data: 'Warp' }} missing="No thread">
      {(thread) => <p>{thread}</p>}
    </OneRecord>,
  );
  await shown('Warp');
});

test('one that is not there is told from one that did not load', async () => {
  const gone = await show({ error: Object.assign(new Error('Not found.'), { status: 404 }) });
  await shown('No thread');
  await gone.unmount();
  await show({ error: new Error('The server is away.') });
  await shown('The server is away.');
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  expect(refetch).toHaveBeenCalledOnce();
});

test('what is there stays when loading it again fails', async () => {
  await show({ data: 'Warp', error: new Error('The server is away.') });
  await shown('Warp');
  await expect.element(page.getByText('The server is away.')).not.toBeInTheDocument();
});
