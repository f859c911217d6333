import '../app.css';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { MenuDrawer } from './MenuDrawer.tsx';

test('a drawer on the left is 18rem wide, and closes by its own button', async () => {
  await render(
    <>
      <button type="button" popoverTarget="drawer">
        Open
      </button>
      <MenuDrawer id="drawer" side="left" head="Head">
        <a href="/there">There</a>
      </MenuDrawer>
    </>,
  );
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await expect.element(drawer).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('button', { name: 'Open' }));
  await expect.element(drawer.getByRole('link', { name: 'There' })).toBeVisible();
  expect((drawer.element() as HTMLElement).offsetWidth).toBe(18 * 16);
  await userEvent.click(drawer.getByRole('button', { name: 'Close the menu' }));
  await expect.element(drawer).not.toBeInTheDocument();
});
