import { checkAppearance } from './check-appearance.ts';
import { expect, test } from './person.ts';

test('an incident is opened by staff, read by a visitor and the feed, and resolved', async ({
  page,
  openStaff,
  request,
}) => {
  const title = `Payments are delayed ${Date.now()}`;
  const { page: desk } = await openStaff('support');
  await desk.goto('/admin/incidents');
  await desk.getByRole('button', { name: 'Open an incident' }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByLabel('Payments').selectOption('Disrupted');
  await dialog.getByLabel('Message').fill('We look for the cause.');
  await checkAppearance(desk);
  await dialog.getByRole('button', { name: 'Open incident' }).click();
  await expect(desk.getByRole('heading', { level: 1, name: title })).toBeVisible();

  // What visitors get is as old as the cache of their status allows.
  const readStatus = async () => (await request.get('/apix/status/')).text();
  await expect.poll(readStatus).toContain(title);
  await page.goto('/status');
  const incident = page.getByRole('article').filter({ hasText: title });
  await expect(page.getByRole('region', { name: 'Open incidents' })).toContainText(title);
  await expect(incident).toContainText('Investigating. We look for the cause.');
  await expect(
    page.getByRole('heading', { level: 2, name: /Disrupted: .*Payments/ }),
  ).toBeVisible();
  const feed = await request.get('/status/feed.xml');
  expect(feed.headers()['content-type']).toBe('application/atom+xml; charset=utf-8');
  expect(await feed.text()).toContain(`<title>Investigating: ${title}</title>`);

  await desk.getByRole('button', { name: 'Resolve' }).click();
  await dialog.getByLabel('Message').fill('Payments arrive again.');
  await dialog.getByRole('button', { name: 'Resolve incident' }).click();
  await expect(desk.getByRole('button', { name: 'Write an update' })).toBeHidden();

  await expect.poll(readStatus).toContain('Payments arrive again.');
  await page.reload();
  const past = page.getByRole('region', { name: 'Past incidents' });
  await expect(past.getByRole('article').filter({ hasText: title })).toBeVisible();
  await expect(incident).toContainText('Resolved. Payments arrive again.');
});
