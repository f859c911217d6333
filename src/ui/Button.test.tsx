import type { FormEvent } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Button, ButtonLink } from './Button.tsx';

test('a busy button changes its text, keeps the focus and ignores presses', async () => {
  const onClick = vi.fn();
  const label = { busyLabel: 'Sending...', onClick };
  const { rerender } = await render(<Button {...label}>Send message</Button>);
  await userEvent.click(page.getByRole('button', { name: 'Send message' }));
  expect(onClick).toHaveBeenCalledOnce();

  await rerender(
    <Button {...label} isBusy>
      Send message
    </Button>,
  );
  const busy = page.getByRole('button', { name: 'Sending...' });
  await expect.element(busy).toHaveAttribute('aria-busy', 'true');
  await expect.element(busy).toHaveFocus();
  await userEvent.click(busy, { force: true });
  expect(onClick).toHaveBeenCalledOnce();
});

test('a busy submit button stops Enter from submitting again', async () => {
  const onSubmit = vi.fn((event: FormEvent) => event.preventDefault());
  await render(
    <form onSubmit={onSubmit}>
      <input aria-label="Email" />
      <Button type="submit" isBusy>
        Send
      </Button>
    </form>,
  );
  await userEvent.click(page.getByLabelText('Email'));
  await userEvent.keyboard('{Enter}');
  expect(onSubmit).not.toHaveBeenCalled();
});

test('an icon-only button has an accessible name', async () => {
  await render(
    <Button isIconOnly icon={<svg aria-hidden="true" />}>
      Edit
    </Button>,
  );
  await expect.element(page.getByRole('button', { name: 'Edit' })).toBeVisible();
});

test('a link that looks like a button stays a link', async () => {
  await render(
    <ButtonLink asChild icon={<svg aria-hidden="true" />}>
      <a href="/auth">Sign in</a>
    </ButtonLink>,
  );
  const link = page.getByRole('link', { name: 'Sign in' });
  await expect.element(link).toHaveAttribute('href', '/auth');
});
