import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useAddressValues } from './use-address-values.ts';

const button = (name: string) => page.getByRole('button', { name });

/** A part of a screen, with a value of its own. */
function Part({ name, clicks }: { name: string; clicks?: string }) {
  const [address, change] = useAddressValues();
  const set = () => {
    change({ [name]: 'new' });
    if (clicks) (button(clicks).element() as HTMLElement).click();
  };
  return (
    <button type="button" aria-label={name} onClick={set}>
      {address.get(name)}
    </button>
  );
}

const Screen = () => (
  <>
    <Part name="first" clicks="second" />
    <Part name="second" />
  </>
);

async function open(address: string) {
  const router = createMemoryRouter([{ path: '/', element: <Screen /> }], {
    initialEntries: [address],
  });
  await render(<RouterProvider router={router} />);
  return router;
}

test('changes of two parts of a screen at the same time are both kept', async () => {
  const router = await open('/?other=kept');
  await userEvent.click(button('first'));
  await expect.element(button('second')).toHaveTextContent('new');
  await expect.element(button('first')).toHaveTextContent('new');
  expect(router.state.location.search).toBe('?other=kept&first=new&second=new');
});

test('a change after a link is a change of the address of the link', async () => {
  const router = await open('/?first=old');
  await userEvent.click(button('second'));
  await expect.element(button('second')).toHaveTextContent('new');
  await router.navigate('/?first=linked');
  await expect.element(button('second')).toHaveTextContent('');
  await userEvent.click(button('second'));
  await expect.element(button('second')).toHaveTextContent('new');
  expect(router.state.location.search).toBe('?first=linked&second=new');
});
