import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { type SiteSettings, siteSettingsId } from '#lib/site-settings.ts';

vi.mock('../routes/content-routes.ts', () => ({
  contentRoutes: ['/company', '/services', '/projects'].map((path) => ({
    path,
    label: `The page ${path}`,
    description: '',
  })),
}));
// In the page before the module reads it.
const settings: Partial<SiteSettings> = { analyticsTagId: 'G-LOCAL' };
const block = Object.assign(document.createElement('script'), { type: 'application/json' });
block.id = siteSettingsId;
block.textContent = JSON.stringify(settings);
document.head.append(block);
const { Analytics } = await import('./Analytics.tsx');
const { consentKey } = await import('./analytics.ts');

const script = () => document.querySelector<HTMLScriptElement>('script[data-analytics]');
const views = () =>
  (window.dataLayer ?? [])
    .map((entry) => [...(entry as unknown[])])
    .filter(([, name]) => name === 'page_view')
    .map(([, , view]) => new URL((view as { page_location: string }).page_location).pathname);

const append = document.head.append;
beforeEach(() => {
  // No test reaches the vendor's host.
  document.head.append = (...nodes) => {
    for (const node of nodes) if (node instanceof HTMLScriptElement) node.type = 'text/held';
    append.apply(document.head, nodes);
  };
});
afterEach(() => {
  document.head.append = append;
  script()?.remove();
  delete window.dataLayer;
  localStorage.removeItem(consentKey);
});

async function openSite(address: string) {
  const frame = (
    <>
      <Outlet />
      <Analytics />
    </>
  );
  const router = createMemoryRouter([{ element: frame, children: [{ path: '*', element: 'x' }] }], {
    initialEntries: [address],
  });
  await render(<RouterProvider router={router} />);
  return router;
}

test('the first page and each navigation are counted after consent', async () => {
  const router = await openSite('/company?ref=mail');
  await expect.element(page.getByRole('region', { name: 'Statistics' })).toBeVisible();
  await router.navigate('/services');
  expect([script(), views()]).toEqual([null, []]);

  await page.getByRole('button', { name: 'Count my visits' }).click();
  await expect.element(page.getByRole('region')).not.toBeInTheDocument();
  await expect.poll(views).toEqual(['/services']);
  await router.navigate('/projects?q=a@example.com');
  await expect.poll(views).toEqual(['/services', '/projects']);
});

test('with an earlier consent counting starts at the first page without asking again', async () => {
  localStorage.setItem(consentKey, 'granted');
  await openSite('/company');
  await expect.poll(views).toEqual(['/company']);
  expect(script()?.src).toContain('id=G-LOCAL');
  await expect.element(page.getByRole('region')).not.toBeInTheDocument();
});

test('a page with a secret or a name in its address is reported by its route', async () => {
  localStorage.setItem(consentKey, 'granted');
  const title = document.title;
  document.title = 'ada@example.com';
  const router = await openSite('/c/s3cret');
  await expect.poll(views).toEqual(['/c/:token']);
  await router.navigate('/dashboard/proxy/shop');
  await expect.poll(views).toHaveLength(2);
  await router.navigate('/admin/users/7');
  await router.navigate('/company');
  await expect.poll(views).toEqual(['/c/:token', '/dashboard/proxy/:name', '/company']);
  const text = JSON.stringify((window.dataLayer ?? []).map((entry) => [...(entry as unknown[])]));
  expect(text).not.toMatch(/s3cret|shop|ada@example|admin/);
  document.title = title;
});

test('without consent nothing is counted on any page', async () => {
  const router = await openSite('/company');
  await page.getByRole('button', { name: 'Don’t count' }).click();
  await expect.element(page.getByRole('region')).not.toBeInTheDocument();
  await router.navigate('/services');
  expect([script(), views()]).toEqual([null, []]);
});
