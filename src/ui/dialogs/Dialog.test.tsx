import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Button } from '../Button.tsx';
import { Menu, MenuItem } from '../Menu.tsx';
import '../../app.css';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { Dialog } from './Dialog.tsx';

function KeyDialog() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        trigger={<Button>Create key</Button>}
        title="Create a key"
        description="The key shows once."
        actions={<Button variant="primary">Create</Button>}
      >
        <input aria-label="Name" />
      </Dialog>
      <button type="button">Behind</button>
    </>
  );
}

const button = (name: string) => page.getByRole('button', { name, exact: true });

test('the focus stays inside an open dialog', async () => {
  await render(<KeyDialog />);
  await userEvent.click(button('Create key'));
  await expect.element(button('Close')).toHaveFocus();
  await userEvent.tab();
  await expect.element(page.getByLabelText('Name')).toHaveFocus();
  await userEvent.tab();
  await expect.element(button('Create')).toHaveFocus();
  await userEvent.tab();
  await expect.element(button('Close')).toHaveFocus();
  await userEvent.tab({ shift: true });
  await expect.element(button('Create')).toHaveFocus();
});

test('Escape closes the dialog and returns the focus to its trigger', async () => {
  await render(<KeyDialog />);
  await userEvent.click(button('Create key'));
  await expect.element(page.getByRole('dialog')).toHaveAccessibleName('Create a key');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(button('Create key')).toHaveFocus();
});

function TwoDialogs() {
  const [isSecondOpen, setSecondOpen] = useState(false);
  return (
    <>
      <Dialog isOpen onOpenChange={() => undefined} title="Choose Pro">
        <Button onClick={() => setSecondOpen(true)}>Buy</Button>
      </Dialog>
      <Dialog isOpen={isSecondOpen} onOpenChange={setSecondOpen} title="Where are you billed?" />
    </>
  );
}

test('a dialog is hidden while one that it opened is open', async () => {
  await render(<TwoDialogs />);
  await userEvent.click(button('Buy'));
  await expect.element(page.getByText('Where are you billed?')).toBeVisible();
  await expect.element(page.getByText('Choose Pro')).not.toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('Choose Pro')).toBeVisible();
  await expect.element(button('Buy')).toHaveFocus();
});

function OpenedFromAfar() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Revoke</Button>
      <Menu trigger={<Button>More</Button>}>
        <MenuItem onSelect={() => setOpen(true)}>End it</MenuItem>
      </Menu>
      <Dialog isOpen={isOpen} onOpenChange={setOpen} title="Revoke it?" />
    </>
  );
}

test.each(['Revoke', 'More'])('the focus goes back to “%s”, which is no trigger', async (name) => {
  await render(<OpenedFromAfar />);
  await userEvent.click(button(name));
  if (name === 'More') await userEvent.click(page.getByRole('menuitem', { name: 'End it' }));
  await expect.element(button('Close')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(button(name)).toHaveFocus();
});

function Revocation({ onConfirm }: { onConfirm: () => unknown }) {
  const [isOpen, setOpen] = useState(true);
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={setOpen}
      title="Revoke key ci?"
      description="This can't be undone."
      confirmLabel="Revoke key"
      onConfirm={onConfirm}
    />
  );
}

test('a confirmation closes when its action is done', async () => {
  const onConfirm = vi.fn();
  await render(<Revocation onConfirm={onConfirm} />);
  await userEvent.click(button('Revoke key'));
  expect(onConfirm).toHaveBeenCalledOnce();
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
});

test('a confirmation whose action fails stays open and says why', async () => {
  await render(<Revocation onConfirm={() => Promise.reject(new Error('No answer.'))} />);
  await userEvent.click(button('Revoke key'));
  await expect.element(page.getByRole('alert').getByText('No answer.')).toBeVisible();
  await userEvent.click(button('Cancel'));
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
});

test('a confirmation waits for its action and can not be closed meanwhile', async () => {
  const running = Promise.withResolvers<void>();
  await render(<Revocation onConfirm={() => running.promise} />);
  await userEvent.click(button('Revoke key'));
  await expect.element(button('Revoke key')).toHaveAttribute('aria-busy', 'true');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('alertdialog')).toBeInTheDocument();
  running.resolve();
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
});
