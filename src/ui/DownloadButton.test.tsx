import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { DownloadButton } from './DownloadButton.tsx';
import { ToastProvider } from './ToastProvider.tsx';

const button = (name: string) => page.getByRole('button', { name, exact: true });
afterEach(() => vi.restoreAllMocks());

test('a press loads the file once and saves it under its name; the focus stays', async () => {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function keep(
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  const loading = Promise.withResolvers<Blob>();
  const load = vi.fn(() => loading.promise);
  await render(
    <DownloadButton load={load} fileName="usage.csv">
      Export CSV
    </DownloadButton>,
  );
  await userEvent.click(button('Export CSV'));
  await userEvent.click(button('Preparing...'), { force: true });
  loading.resolve(new Blob(['a,b']));
  await expect.element(button('Export CSV')).toHaveFocus();
  expect(load).toHaveBeenCalledOnce();
  expect(saved).toEqual(['usage.csv']);
});

test('a failed download shows the reason and can be retried', async () => {
  const load = vi.fn(() => Promise.reject(new Error('Wait for a minute.')));
  await render(
    <ToastProvider>
      <DownloadButton load={load} fileName="usage.csv">
        Export CSV
      </DownloadButton>
    </ToastProvider>,
  );
  await userEvent.click(button('Export CSV'));
  const words = "The file didn't load. Wait for a minute.";
  await expect.element(page.getByText(words, { exact: true }).first()).toBeVisible();
  await userEvent.click(button('Export CSV'));
  expect(load).toHaveBeenCalledTimes(2);
});
