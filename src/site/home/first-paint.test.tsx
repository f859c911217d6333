import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen, stubApi } from '#test/browser/screens.tsx';
import { BuildNumbers } from './BuildNumbers.tsx';
import { pageBytesId } from './page-bytes.ts';

test('the size of the page is shown with the first paint in this browser', async () => {
  stubApi({});
  const printed = document.createElement('span');
  printed.id = pageBytesId;
  printed.textContent = '14 kB';
  document.body.append(printed);
  onTestFinished(() => printed.remove());
  const paint = { startTime: 312.4 } as PerformanceEntry;
  vi.spyOn(performance, 'getEntriesByName').mockReturnValue([paint]);
  await renderScreen('/', [{ path: '/', element: BuildNumbers }]);
  const figure = page.getByRole('listitem').first();
  await expect.element(figure).toHaveTextContent(/14 kB/);
  await expect.element(figure).toHaveTextContent(/Painted here after 312 ms\./);
});
