import '../app.css';
import { createMemoryRouter, Link, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { MenuDrawer, MenuDrawerButton } from './MenuDrawer.tsx';

const Screen = () => (
  <>
    <MenuDrawerButton drawerId="drawer" />
    <MenuDrawer id="drawer" side="left" head="Head">
      <Link to="/there">There</Link>
    </MenuDrawer>
    <button type="button">Behind</button>
    <div style={{ height: '3000px' }} />
  </>
);

const drawer = page.getByRole('dialog', { name: 'Menu' });
const opener = page.getByRole('button', { name: 'Open the menu' });

async function openDrawer() {
  const router = createMemoryRouter([{ path: '*', element: <Screen /> }]);
  await render(<RouterProvider router={router} />);
  await userEvent.click(opener);
  await expect.element(drawer.getByRole('link', { name: 'There' })).toBeVisible();
  return router;
}

test('a drawer on the left is 18rem wide, and closes by its own button', async () => {
  await openDrawer();
  expect((drawer.element() as HTMLElement).offsetWidth).toBe(18 * 16);
  await userEvent.click(drawer.getByRole('button', { name: 'Close the menu' }));
  await expect.element(drawer).not.toBeInTheDocument();
});

test('the page behind an open drawer is inert and does not scroll', async () => {
  await openDrawer();
  const behind = page.getByRole('button', { name: 'Behind' }).element() as HTMLElement;
  behind.focus();
  expect(document.activeElement).not.toBe(behind);
  for (let step = 0; step < 6; step++) {
    await userEvent.tab();
    const at = document.activeElement;
    expect(at === document.body || drawer.element().contains(at)).toBe(true);
  }
  expect(getComputedStyle(document.documentElement).overflowY).toBe('hidden');
});

test('Escape closes it and returns the focus', async () => {
  await openDrawer();
  await userEvent.keyboard('{Escape}');
  await expect.element(drawer).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
  expect(getComputedStyle(document.documentElement).overflowY).not.toBe('hidden');
});

test('a press outside closes it, one on its edge does not', async () => {
  await openDrawer();
  const { right } = drawer.element().getBoundingClientRect();
  const pressAt = (clientX: number) =>
    drawer.element().dispatchEvent(new MouseEvent('click', { clientX, bubbles: true }));
  pressAt(right - 2);
  await expect.element(drawer).toBeVisible();
  pressAt(right + 20);
  await expect.element(drawer).not.toBeInTheDocument();
});

test('a link in it closes it, even one to the current page', async () => {
  const router = await openDrawer();
  await userEvent.click(drawer.getByRole('link', { name: 'There' }));
  await expect.element(drawer).not.toBeInTheDocument();
  expect(router.state.location.pathname).toBe('/there');
  await userEvent.click(opener);
  await userEvent.click(drawer.getByRole('link', { name: 'There' }));
  await expect.element(drawer).not.toBeInTheDocument();
});
