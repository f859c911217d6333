import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { RecordLoader, type RecordLoaderProps } from './RecordLoader.tsx';

const refetch = vi.fn();
const nothing = { data: undefined, error: null, refetch };
const show = (result: Partial<RecordLoaderProps<string>['result']>) =>
  render(
    <RecordLoader what="thread" result={{ ...nothing, ...result }} missing="No thread">
      {(thread) => <p>{thread}</p>}
    </RecordLoader>,
  );
const expectText = (words: string) => expect.element(page.getByText(words)).toBeVisible();

test('it names what is loading, then shows it', async () => {
  const { rerender } = await show({});
  await expect.element(page.getByText('Loading the thread')).toBeInTheDocument();
  await rerender(
    <RecordLoader what="thread" result={{ ...nothing, data: 'Warp' }} missing="No thread">
      {(thread) => <p>{thread}</p>}
    </RecordLoader>,
  );
  await expectText('Warp');
});

test('a missing record differs from one that failed to load', async () => {
  const gone = await show({ error: Object.assign(new Error('Not found.'), { status: 404 }) });
  await expectText('No thread');
  await gone.unmount();
  await show({ error: new Error('The server is away.') });
  await expectText('The server is away.');
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  expect(refetch).toHaveBeenCalledOnce();
});

test('loaded data stays visible when a refetch fails', async () => {
  await show({ data: 'Warp', error: new Error('The server is away.') });
  await expectText('Warp');
  await expect.element(page.getByText('The server is away.')).not.toBeInTheDocument();
});
