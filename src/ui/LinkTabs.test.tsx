import '../app.css';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { LinkTabs } from './LinkTabs.tsx';

test('the current tab is in view where not all fit', async () => {
  const items = ['Payments', 'Adjustments', 'Withdrawals', 'Bank'].map((label) => ({
    to: `/${label}`,
    label,
  }));
  await render(
    <MemoryRouter initialEntries={['/Bank']}>
      <div style={{ width: 200 }}>
        <LinkTabs label="Money" items={items} />
      </div>
    </MemoryRouter>,
  );
  const current = page.getByRole('link', { name: 'Bank' });
  await expect.element(current).toHaveAttribute('aria-current', 'page');
  await expect.element(current).toBeInViewport({ ratio: 0.9 });
  await expect.element(page.getByRole('link', { name: 'Payments' })).not.toBeInViewport();
});
