import { scaledMs } from '../test/time-limits.ts';
import { checkAppearance } from './check-appearance.ts';
import { expect, openVisitor, test } from './person.ts';
import { openStaff } from './staff.ts';

test('an incident is opened by staff, read by a visitor and the feed, and resolved', async ({
  browser,
  request,
}) => {
  test.setTimeout(scaledMs(120_000));
  const title = `Payments are delayed ${Date.now()}`;
  const desk = await openStaff(browser, 'boss');
  await desk.goto('/admin/incidents');
  await desk.getByRole('button', { name: 'Open an incident' }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByLabel('Payments').selectOption('Disrupted');
  await dialog.getByLabel('Message').fill('We look for the cause.');
  await checkAppearance(desk);
  await dialog.getByRole('button', { name: 'Open incident' }).click();
  await expect(desk.getByRole('heading', { level: 1, name: title })).toBeVisible();

  const page = await openVisitor(browser);
  const incident = page.getByRole('article').filter({ hasText: title });
  await expect(async () => {
    await page.goto('/status');
    await expect(incident).toBeVisible({ timeout: scaledMs(2000) });
  }).toPass();
  await expect(page.getByRole('region', { name: 'Open incidents' })).toContainText(title);
  await expect(incident).toContainText('Investigating. We look for the cause.');
  await expect(
    page.getByRole('heading', { level: 2, name: /Disrupted: .*Payments/ }),
  ).toBeVisible();
  await checkAppearance(page);
  const feed = await request.get('/status/feed.xml');
  expect(feed.headers()['content-type']).toBe('application/atom+xml; charset=utf-8');
  expect(await feed.text()).toContain(`<title>Investigating: ${title}</title>`);

  await desk.getByRole('button', { name: 'Resolve' }).click();
  await desk.getByRole('dialog').getByLabel('Message').fill('Payments arrive again.');
  await desk.getByRole('dialog').getByRole('button', { name: 'Resolve incident' }).click();
  await expect(desk.getByRole('button', { name: 'Write an update' })).toBeHidden();
  await checkAppearance(desk);

  const past = page.getByRole('region', { name: 'Past incidents' });
  await expect(async () => {
    await page.reload();
    await expect(past.getByRole('article').filter({ hasText: title })).toBeVisible({
      timeout: scaledMs(2000),
    });
  }).toPass();
  await expect(incident).toContainText('Resolved. Payments arrive again.');
  for (const one of [page, desk]) await one.context().close();
});

test('the page is linked in the footer, and says when the API does not respond', async ({
  page,
  quiet,
}) => {
  quiet.allow(/net::ERR_FAILED/);
  await page.goto('/');
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: 'Status' })
    .locator('visible=true')
    .click();
  await expect(page).toHaveURL(/\/status$/);
  await expect(page.getByRole('heading', { level: 3, name: 'API' })).toBeVisible();
  await page.route('**/apix/status/', (route) => route.abort());
  await page.reload();
  await expect(page.getByText('The status can’t be read')).toBeVisible();
  await checkAppearance(page);
});

test('without JavaScript the page leads to /readyz and the feed', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const page = await context.newPage();
  await page.goto('/status');
  await expect(page.locator('main noscript p')).toContainText('reads the status with JavaScript');
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'feed' })).toBeVisible();
  await main.getByRole('link', { name: '/readyz' }).click();
  await expect(page.locator('body')).toContainText('"accepting":true');
  await context.close();
});
