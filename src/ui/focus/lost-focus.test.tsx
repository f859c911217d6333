import { type ReactNode, useEffect, useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Button } from '../Button.tsx';
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx';
import { Menu, MenuItem } from '../Menu.tsx';
import { Pagination } from '../Pagination.tsx';
import { Panel } from '../Panel.tsx';
import { watchLostFocus } from './lost-focus.ts';

function Screen({ children }: { children: ReactNode }) {
  useEffect(watchLostFocus, []);
  return (
    <main>
      <h1>Keys</h1>
      {children}
    </main>
  );
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { name });

function Rows({ isDeletedFirst }: { isDeletedFirst: boolean }) {
  const [rows, setRows] = useState(['ci', 'web']);
  const [selected, setSelected] = useState<string>();
  const remove = () => setRows((before) => before.filter((row) => row !== selected));
  return (
    <Panel title="Your keys">
      {rows.map((row) => (
        <Menu key={row} trigger={<Button>{`Actions for ${row}`}</Button>}>
          <MenuItem onSelect={() => setSelected(row)}>Delete</MenuItem>
        </Menu>
      ))}
      <ConfirmDialog
        isOpen={selected !== undefined}
        onOpenChange={() => setSelected(undefined)}
        title="Delete it?"
        description="It is gone then."
        confirmLabel="Delete key"
        onConfirm={() => (isDeletedFirst ? remove() : setTimeout(remove, 100))}
      />
    </Panel>
  );
}

test.each([true, false])(
  'where a row was deleted, the heading of its list has the focus (before its dialog: %s)',
  async (isDeletedFirst) => {
    await render(
      <Screen>
        <Rows isDeletedFirst={isDeletedFirst} />
      </Screen>,
    );
    await userEvent.click(button('Actions for ci'));
    await userEvent.click(page.getByRole('menuitem', { name: 'Delete' }));
    await userEvent.click(button('Delete key'));
    await expect.element(button('Actions for ci')).not.toBeInTheDocument();
    await expect.element(heading('Your keys')).toHaveFocus();
    await userEvent.tab();
    await expect.element(button('Actions for web')).toHaveFocus();
  },
);

function Steps() {
  const [step, setStep] = useState('one');
  return (
    <>
      {step === 'one' && <Button onClick={() => setStep('two')}>Edit</Button>}
      {step === 'two' && <Button onClick={() => setStep('field')}>Type</Button>}
      {step === 'field' && <input aria-label="Name" ref={(field) => field?.focus()} />}
    </>
  );
}

test('outside of all regions the focus goes to the screen unless a field takes it', async () => {
  await render(
    <Screen>
      <Steps />
    </Screen>,
  );
  await userEvent.click(button('Edit'));
  await expect.element(heading('Keys')).toHaveFocus();
  await userEvent.click(button('Type'));
  await expect.element(page.getByLabelText('Name')).toHaveFocus();
});

const Vanishing = ({ isThere }: { isThere: boolean }) => (
  <Screen>{isThere && <Button>Gone soon</Button>}</Screen>
);

test('a press on the background does not restore the focus', async () => {
  const { rerender } = await render(<Vanishing isThere />);
  await userEvent.click(button('Gone soon'));
  (document.activeElement as HTMLElement).blur();
  await rerender(<Vanishing isThere={false} />);
  await new Promise((done) => setTimeout(done, 100));
  expect(document.activeElement).toBe(document.body);
});

function Pages() {
  const [at, setAt] = useState(1);
  return <Pagination page={at} pageSize={10} rowsCount={20} onPageChange={setAt} />;
}

test('on the last page the focus stays on the disabled button', async () => {
  await render(<Pages />);
  await userEvent.click(button('Next'));
  await expect.element(page.getByText('11 to 20 of 20')).toBeVisible();
  await expect.element(button('Next')).toHaveFocus();
  await expect.element(button('Next')).toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('11 to 20 of 20')).toBeVisible();
});
