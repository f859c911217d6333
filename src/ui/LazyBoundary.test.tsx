import { lazy, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { isChunkLoadError } from './chunk-load-error.ts';
import { LazyBoundary } from './LazyBoundary.tsx';
import { ToastProvider } from './ToastProvider.tsx';
import { toast, toastStore } from './toast.ts';

const Missing = lazy(() =>
  Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/a.js')),
);

afterEach(() => {
  for (const { id } of toastStore.read()) toast.dismiss(id);
});

test('when code fails to load the page stays usable and a reload is offered', async () => {
  // React reports what its boundaries catch.
  const error = vi.spyOn(console, 'error').mockReturnValue();
  await render(
    <ToastProvider>
      <p>What was typed</p>
      <LazyBoundary>
        <Missing />
      </LazyBoundary>
    </ToastProvider>,
  );
  await expect.element(page.getByText('A part of this page did not load.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Reload' })).toBeVisible();
  await expect.element(page.getByText('What was typed')).toBeVisible();
  error.mockRestore();
});

test('a second failure is reported again', async () => {
  const error = vi.spyOn(console, 'error').mockReturnValue();
  function Opener() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        {isOpen && (
          <LazyBoundary onFailure={() => setOpen(false)}>
            <Missing />
          </LazyBoundary>
        )}
      </>
    );
  }
  await render(
    <ToastProvider>
      <Opener />
    </ToastProvider>,
  );
  for (let press = 1; press <= 2; press++) {
    await page.getByRole('button', { name: 'Open' }).click();
    await expect.poll(() => toastStore.read().length).toBe(1);
    for (const { id } of toastStore.read()) toast.dismiss(id);
  }
  error.mockRestore();
});

test.each([
  [new TypeError('Failed to fetch dynamically imported module: /assets/a.js'), true],
  [new TypeError('error loading dynamically imported module: /assets/a.js'), true],
  [new TypeError('Importing a module script failed.'), true],
  [new TypeError('undefined is not a function'), false],
  ['Failed to fetch dynamically imported module', false],
])('%s is a failure to load: %s', (error, isOne) => {
  expect(isChunkLoadError(error)).toBe(isOne);
});
