import { Search } from 'lucide-react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '../../app.css';
import { Palette, PaletteRecords, PaletteSearching } from './Palette.tsx';

const nothing = () => undefined;

const Finder = ({ isBusy, found }: { isBusy: boolean; found: { id: string; title: string }[] }) => (
  <Palette
    title="Find"
    placeholder="Anything"
    search="par"
    onSearchChange={nothing}
    onClose={nothing}
    empty="No results."
  >
    <PaletteRecords heading="Tickets" icon={Search} search="par" found={found} onSelect={nothing} />
    {isBusy && <PaletteSearching />}
  </Palette>
);

test('nothing is called missing while the search runs', async () => {
  const screen = await render(<Finder isBusy found={[]} />);
  await expect.element(page.getByText('Searching...')).toBeVisible();
  await expect.element(page.getByText('No results.')).not.toBeVisible();
  await screen.rerender(<Finder isBusy={false} found={[]} />);
  await expect.element(page.getByText('No results.')).toBeVisible();
  await screen.rerender(<Finder isBusy={false} found={[{ id: '7', title: 'Lost parcel' }]} />);
  await expect.element(page.getByRole('option', { name: 'Lost parcel' })).toBeVisible();
  await expect.element(page.getByText('No results.')).not.toBeInTheDocument();
});
