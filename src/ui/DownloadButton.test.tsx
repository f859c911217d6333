import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { DownloadButton } from './DownloadButton.tsx';
import type { LoadFile } from './download.ts';
import { ToastProvider } from './ToastProvider.tsx';
import { toast, toastStore } from './toast.ts';

const button = (name: string) => page.getByRole('button', { name, exact: true });
afterEach(() => {
  vi.restoreAllMocks();
  for (const { id } of toastStore.read()) toast.dismiss(id);
});

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

/** A download that ends when the test says so, or is stopped. */
function slowFile() {
  const loading = Promise.withResolvers<Blob>();
  const load: LoadFile = ({ signal, onDownloadProgress }) => {
    onDownloadProgress(1_400_000);
    signal.addEventListener('abort', () => loading.reject(signal.reason));
    return loading.promise;
  };
  return { load, end: () => loading.resolve(new Blob(['a,b'])) };
}

async function startSlow(load: LoadFile, fileName: string) {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  const screen = await render(
    <ToastProvider>
      <DownloadButton load={load} fileName={fileName}>
        Export CSV
      </DownloadButton>
    </ToastProvider>,
  );
  await userEvent.click(button('Export CSV'));
  await expect.element(page.getByText(`Loading ${fileName}: 1.4 MB`).first()).toBeVisible();
  return { saved, screen };
}

test('a long download shows its size, and goes on when its screen is left', async () => {
  const { load, end } = slowFile();
  const { saved, screen } = await startSlow(load, 'long.csv');
  await screen.rerender(<ToastProvider>Another screen</ToastProvider>);
  end();
  await expect.element(page.getByText('long.csv is saved.').first()).toBeVisible();
  expect(saved).toHaveBeenCalledOnce();
});

test('a long download is cancelled without an error', async () => {
  const { load } = slowFile();
  const { saved } = await startSlow(load, 'unwanted.csv');
  await userEvent.click(button('Cancel'));
  await expect.element(button('Export CSV')).toBeVisible();
  await expect.element(page.getByText(/unwanted\.csv|didn't load/)).not.toBeInTheDocument();
  expect(saved).not.toHaveBeenCalled();
});
