import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useAddressFilters } from './use-address-filters.ts';

const read = (address: URLSearchParams) => ({
  status: address.get('status') ?? '',
  country: address.get('country') ?? '',
});

function Filters() {
  const { filters, change } = useAddressFilters(['status', 'country'], read, []);
  const changeBoth = () => {
    change({ status: 'open' });
    change({ country: 'DE' });
  };
  return (
    <button type="button" onClick={changeBoth}>
      {`${filters.status}, ${filters.country}`}
    </button>
  );
}

test('two changes before the next render both count, and the page starts again', async () => {
  const router = createMemoryRouter([{ path: '/', element: <Filters /> }], {
    initialEntries: ['/?page=3'],
  });
  await render(<RouterProvider router={router} />);
  await page.getByRole('button').click();
  await expect.element(page.getByRole('button')).toHaveTextContent('open, DE');
  expect(router.state.location.search).toBe('?status=open&country=DE');
});
