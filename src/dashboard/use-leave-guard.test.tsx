import { useEffect, useState } from 'react';
import { createMemoryRouter, Link, Outlet, RouterProvider, useNavigate } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { session } from '#client/session.ts';
import { LeaveBlocker, useLeaveGuard } from '#client/use-leave-guard.ts';
import { resetBrowser, signInAs } from '#test/browser/screens.tsx';
import { LeaveDialog } from '#ui/dialogs/LeaveDialog.tsx';

const cancel = vi.fn();

function Form() {
  const [text, setText] = useState('');
  const guard = useLeaveGuard(text !== '');
  const navigate = useNavigate();
  return (
    <>
      <input aria-label="Text" value={text} onChange={(event) => setText(event.target.value)} />
      <Link to="/form?tab=2">Tab</Link>
      <Link to="/elsewhere">Link</Link>
      <button type="button" onClick={() => void navigate('/elsewhere')}>
        Palette
      </button>
      <button type="button" onClick={() => guard.ask(cancel)}>
        Cancel editing
      </button>
      <LeaveDialog guard={guard}>What you typed would be lost.</LeaveDialog>
    </>
  );
}

function Field({ label }: { label: string }) {
  const [text, setText] = useState('');
  const guard = useLeaveGuard(text !== '');
  return (
    <>
      <input aria-label={label} value={text} onChange={(event) => setText(event.target.value)} />
      <LeaveDialog guard={guard} title={`Leave the ${label}?`} confirmLabel="Leave">
        It would be lost.
      </LeaveDialog>
    </>
  );
}

const screens = [
  {
    path: '/two',
    element: (
      <>
        <Field label="first" />
        <Field label="second" />
      </>
    ),
  },
  { path: '/before', element: <p>Before</p> },
  { path: '/form', element: <Form /> },
  { path: '/elsewhere', element: <p>Elsewhere</p> },
];

const Shell = () => (
  <>
    <LeaveBlocker />
    <Outlet />
  </>
);

async function open(address = '/form') {
  const router = createMemoryRouter([{ Component: Shell, children: screens }], {
    initialEntries: ['/before', address],
  });
  await render(<RouterProvider router={router} />);
  return router;
}

const dialog = page.getByRole('alertdialog');
const answer = (name: string) => userEvent.click(dialog.getByRole('button', { name, exact: true }));
const closes = () => {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return !event.defaultPrevented;
};

beforeEach(() => {
  resetBrowser();
  signInAs('ada@example.com');
  cancel.mockReset();
});
afterEach(resetBrowser);

type Router = Awaited<ReturnType<typeof open>>;
const ways: [string, string, (router: Router) => unknown][] = [
  ['a link', '/elsewhere', () => userEvent.click(page.getByRole('link', { name: 'Link' }))],
  ['the palette', '/elsewhere', () => userEvent.click(page.getByText('Palette'))],
  ['the back button', '/before', (router) => void router.navigate(-1)],
];

test.each(ways)('%s asks before input is lost', async (_, target, go) => {
  const router = await open();
  await userEvent.fill(page.getByLabelText('Text'), 'Dear support');
  await go(router);
  await answer('Stay');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(router.state.location.pathname).toBe('/form');
  await expect.element(page.getByLabelText('Text')).toHaveValue('Dear support');

  await go(router);
  await answer('Leave without saving');
  await expect.poll(() => router.state.location.pathname).toBe(target);
  await expect.element(dialog).not.toBeInTheDocument();
});

test.each(ways)('%s navigates at once without changes', async (_, target, go) => {
  const router = await open();
  await go(router);
  await expect.poll(() => router.state.location.pathname).toBe(target);
});

test('closing the tab asks only with changes', async () => {
  await open();
  expect(closes()).toBe(true);
  await userEvent.fill(page.getByLabelText('Text'), 'Dear support');
  expect(closes()).toBe(false);
  await userEvent.fill(page.getByLabelText('Text'), '');
  expect(closes()).toBe(true);
});

test('another tab of the same screen does not ask', async () => {
  const router = await open();
  await userEvent.fill(page.getByLabelText('Text'), 'Dear support');
  await userEvent.click(page.getByRole('link', { name: 'Tab' }));
  await expect.poll(() => router.state.location.search).toBe('?tab=2');
  await expect.element(dialog).not.toBeInTheDocument();
});

test('an action of the screen waits for the answer and runs once', async () => {
  await open();
  await userEvent.fill(page.getByLabelText('Text'), 'Dear support');
  await userEvent.click(page.getByText('Cancel editing'));
  await answer('Stay');
  expect(cancel).not.toHaveBeenCalled();
  await userEvent.click(page.getByText('Cancel editing'));
  await answer('Leave without saving');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(cancel).toHaveBeenCalledOnce();
});

test('after signing out nothing asks', async () => {
  const router = await open();
  await userEvent.fill(page.getByLabelText('Text'), 'Dear support');
  session.clear('signed_out');
  await router.navigate('/elsewhere');
  await expect.element(page.getByText('Elsewhere')).toBeVisible();
});

test('of two with changes the last changed one asks, and then the other', async () => {
  const warn = vi.spyOn(console, 'warn');
  const router = await open('/two');
  const asks = (label: string) =>
    expect.element(page.getByRole('alertdialog', { name: `Leave the ${label}?` })).toBeVisible();
  await userEvent.fill(page.getByLabelText('second'), 'Dear');
  await userEvent.fill(page.getByLabelText('first'), 'Dear support');
  void router.navigate('/elsewhere');
  await asks('first');
  await answer('Stay');
  await userEvent.fill(page.getByLabelText('first'), '');
  void router.navigate(-1);
  await asks('second');
  await answer('Stay');
  await userEvent.fill(page.getByLabelText('first'), 'Dear support');
  void router.navigate(-1);
  await asks('first');
  await answer('Leave');
  await expect.poll(() => router.state.location.pathname).toBe('/before');
  // Of the router, about a second blocker.
  expect(warn).not.toHaveBeenCalled();
  warn.mockRestore();
});

test('a question is over once there is nothing to lose', async () => {
  function Saving() {
    const [isSaved, setSaved] = useState(false);
    const guard = useLeaveGuard(!isSaved);
    useEffect(() => {
      const save = () => setSaved(true);
      window.addEventListener('saved', save);
      return () => window.removeEventListener('saved', save);
    }, []);
    return (
      <>
        <button type="button" onClick={() => guard.ask(cancel)}>
          Close
        </button>
        <LeaveDialog guard={guard}>It would be lost.</LeaveDialog>
      </>
    );
  }
  const router = createMemoryRouter([{ path: '/', element: <Saving /> }]);
  await render(<RouterProvider router={router} />);
  await userEvent.click(page.getByText('Close'));
  await expect.element(dialog).toBeVisible();
  window.dispatchEvent(new Event('saved'));
  await expect.element(dialog).not.toBeInTheDocument();
  expect(cancel).not.toHaveBeenCalled();
});
