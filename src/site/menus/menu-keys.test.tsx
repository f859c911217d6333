import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { moveInDropdown } from './menu-keys.ts';

const Dropdown = () => (
  // biome-ignore lint/a11y/noStaticElementInteractions: as in the menu of the site.
  <div onKeyDown={moveInDropdown}>
    <button type="button" popoverTarget="panel">
      Company
    </button>
    <div id="panel" popover="auto">
      {['First', 'Second', 'Third'].map((name) => (
        <a key={name} href={`/${name}`}>
          {name}
        </a>
      ))}
    </div>
  </div>
);

const button = () => page.getByRole('button', { name: 'Company' });
const isOpen = () => document.querySelector('#panel')!.matches(':popover-open');
const focused = () => document.activeElement?.textContent;

async function press(...keys: string[]) {
  for (const key of keys) await userEvent.keyboard(`{${key}}`);
}

beforeEach(async () => {
  await render(<Dropdown />);
  (button().element() as HTMLElement).focus();
});

test('the down arrow opens the menu at its first link; other keys do not', async () => {
  await press('ArrowUp', 'Home', 'End');
  expect(isOpen()).toBe(false);
  await press('ArrowDown');
  expect([isOpen(), focused()]).toEqual([true, 'First']);
});

test('arrows wrap around; Home and End go to the ends', async () => {
  await press('ArrowDown', 'ArrowDown');
  expect(focused()).toBe('Second');
  await press('End');
  expect(focused()).toBe('Third');
  await press('ArrowDown');
  expect(focused()).toBe('First');
  await press('ArrowUp');
  expect(focused()).toBe('Third');
  await press('Home');
  expect(focused()).toBe('First');
});

test('Escape closes the menu and returns the focus', async () => {
  await press('ArrowDown', 'Escape');
  expect([isOpen(), focused()]).toEqual([false, 'Company']);
});
