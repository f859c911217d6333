import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ReasonDialog } from './ReasonDialog.tsx';

const onClose = vi.fn();
const onConfirm = vi.fn<(reason: string) => Promise<unknown>>();
const reason = page.getByRole('textbox', { name: 'Reason' });
const typed = page.getByRole('textbox', { name: 'Type ci to confirm' });
const confirm = () => userEvent.click(page.getByRole('button', { name: 'Revoke' }));

beforeEach(async () => {
  onClose.mockReset();
  onConfirm.mockReset();
  await render(
    <ReasonDialog
      title="Revoke ci?"
      description="Calls fail from now on."
      confirmLabel="Revoke"
      busyLabel="Revoking..."
      typed="ci"
      onClose={onClose}
      onConfirm={onConfirm}
    />,
  );
});

test('without a reason and the typed word nothing is done', async () => {
  await userEvent.fill(typed, 'c');
  await confirm();
  await expect.element(reason).toHaveAccessibleDescription(/Say why\.$/);
  await expect.element(typed).toHaveAccessibleDescription('Type it exactly: ci');
  await expect.element(reason).toHaveFocus();
  expect(onConfirm).not.toHaveBeenCalled();
});

test('a failure is shown, and what was typed stays', async () => {
  onConfirm.mockRejectedValueOnce(new Error('It is in use.'));
  await userEvent.fill(reason, ' Leaked ');
  await userEvent.fill(typed, 'ci');
  await confirm();
  await expect.element(page.getByText('It is in use.')).toBeVisible();
  await expect.element(reason).toHaveValue(' Leaked ');
  expect(onClose).not.toHaveBeenCalled();
  onConfirm.mockResolvedValueOnce(undefined);
  await confirm();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(onConfirm.mock.calls).toEqual([['Leaked'], ['Leaked']]);
});
