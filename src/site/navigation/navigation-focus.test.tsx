import { useEffect, useState } from 'react';
import { createMemoryRouter, Link, Outlet, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { NavigationFocus } from './NavigationFocus.tsx';

const Frame = () => (
  <>
    <nav>
      {['plain', 'late', 'field', 'part#here', 'part#100%', 'plain?page=2'].map((to) => (
        <Link key={to} to={`/${to}`}>
          {to}
        </Link>
      ))}
    </nav>
    <main id="content" tabIndex={-1}>
      <Outlet />
    </main>
    <NavigationFocus />
  </>
);

let showLate = () => {};
function Late() {
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    showLate = () => setThere(true);
  }, []);
  return isThere && <h1>Late</h1>;
}

const Plain = () => (
  <>
    <title>Plain words</title>
    <h1>Plain</h1>
  </>
);

const Field = () => (
  <>
    <h1>Field</h1>
    <input aria-label="Code" ref={(field) => field?.focus()} />
  </>
);

const Part = () => (
  <>
    <h1>Part</h1>
    <h2 id="here">Here</h2>
  </>
);

async function open() {
  const children = [
    { index: true, element: <h1>Start</h1> },
    { path: 'plain', element: <Plain /> },
    { path: 'late', element: <Late /> },
    { path: 'field', element: <Field /> },
    { path: 'part', element: <Part /> },
  ];
  const router = createMemoryRouter([{ path: '/', element: <Frame />, children }]);
  await render(<RouterProvider router={router} />);
}

const follow = (name: string) => userEvent.click(page.getByRole('link', { name, exact: true }));
const heading = (name: string) => page.getByRole('heading', { name });

test('the first page does not move the focus; a navigation moves it to the heading', async () => {
  await open();
  expect(document.activeElement).toBe(document.body);
  await follow('plain');
  await expect.element(heading('Plain')).toHaveFocus();
  expect(heading('Plain').element().matches(':focus-visible')).toBe(false);
});

test('the title of the new screen is announced', async () => {
  await open();
  await follow('plain');
  await expect.element(page.getByRole('status').getByText('Plain words')).toBeInTheDocument();
});

test('keyboard users see the focus', async () => {
  await open();
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.element(heading('Plain')).toHaveFocus();
  expect(heading('Plain').element().matches(':focus-visible')).toBe(true);
});

test('a heading that loads later gets the focus then', async () => {
  await open();
  await follow('late');
  await expect.element(page.getByRole('main')).toHaveFocus();
  showLate();
  await expect.element(heading('Late')).toHaveFocus();
});

test('a field that the screen has focused keeps the focus', async () => {
  await open();
  await follow('field');
  await expect.element(page.getByLabelText('Code')).toHaveFocus();
});

test('a link with a hash moves the focus to its target', async () => {
  await open();
  await follow('part#here');
  await expect.element(heading('Here')).toHaveFocus();
});

test('a hash that can not be decoded is ignored', async () => {
  await open();
  await follow('part#100%');
  await expect.element(heading('Part')).toHaveFocus();
});

test('a new query on the same screen does not move the focus', async () => {
  await open();
  await follow('plain');
  await follow('plain?page=2');
  await expect.element(page.getByRole('link', { name: 'plain?page=2' })).toHaveFocus();
});
