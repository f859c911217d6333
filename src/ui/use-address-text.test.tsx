import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useAddressText } from './use-address-text.ts';

function Search() {
  const { typed, stored, change } = useAddressText('search', 'tea');
  return (
    <label>
      Search
      <input value={typed} onChange={({ target }) => change(target.value)} />
      <output>{stored}</output>
    </label>
  );
}

async function open(address: string) {
  const router = createMemoryRouter([{ path: '/', element: <Search /> }], {
    initialEntries: [address],
  });
  let written = 0;
  router.subscribe(() => {
    written += 1;
  });
  await render(<RouterProvider router={router} />);
  return { router, countChanges: () => written };
}

const field = page.getByRole('textbox');

test('what is typed is shown at once, and in the address when typing pauses', async () => {
  const { router, countChanges } = await open('/?country=DE');
  await expect.element(field).toHaveValue('tea');
  await userEvent.fill(field, '');
  await userEvent.type(field, 'coffee');
  await expect.element(field).toHaveValue('coffee');
  await expect.element(page.getByRole('status')).toHaveTextContent('coffee');
  expect(router.state.location.search).toBe('?country=DE&search=coffee');
  expect(countChanges()).toBeLessThan('coffee'.length);
});

test('keys pressed while the address is written are not lost', async () => {
  await open('/?search=');
  await userEvent.type(field, 'a');
  for (const [key, pauseMs] of [
    ['b', 290],
    ['c', 300],
    ['d', 310],
  ] as const) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    await userEvent.keyboard(key);
  }
  await expect.element(page.getByRole('status')).toHaveTextContent('abcd');
  await expect.element(field).toHaveValue('abcd');
});

test('a link replaces what is typed', async () => {
  const { router } = await open('/?search=tea');
  await userEvent.fill(field, 'coffee');
  await expect.element(page.getByRole('status')).toHaveTextContent('coffee');
  await router.navigate('/?search=tea');
  await expect.element(field).toHaveValue('tea');
  await router.navigate('/?search=coffee');
  await expect.element(field).toHaveValue('coffee');
});
