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
  const timeline = vi.spyOn(performance, 'getEntriesByName').mockReturnValue([paint]);
  await renderScreen('/', [{ path: '/', element: BuildNumbers }]);
  timeline.mockRestore();
  const figure = page.getByRole('listitem').first().element();
  await expect.poll(() => figure.textContent).toMatch(/^14 kB.*Painted here after 312 ms\./);
});
