// The commonest jobs of staff, with the clicks that they may take: decision 0087.
import { scaledMs } from '../test/time-limits.ts';
import { button, measureJob, sidebar } from './measure-job.ts';
import { expect, signIn, test, uniqueEmail } from './person.ts';
import { openStaff } from './staff.ts';
import { topUp } from './top-up.ts';

test.describe.configure({ timeout: scaledMs(120_000) });

test('answer a ticket', async ({ browser, page }) => {
  const desk = await openStaff(browser, 'boss');
  await signIn(page, uniqueEmail());
  await page.goto('/dashboard/support/new');
  const subject = `Where is my invoice ${Date.now()}`;
  await page.getByRole('textbox', { name: 'Subject' }).fill(subject);
  await page.getByRole('textbox', { name: 'What happened' }).fill('I cannot find it.');
  await page.getByRole('button', { name: 'Open ticket' }).click();
  await expect(page.getByRole('heading', { name: subject })).toBeVisible();

  await desk.goto('/admin');
  const row = desk.getByRole('listitem').filter({ hasText: subject });
  await expect(row).toBeVisible();
  await measureJob('Answer a ticket', { clicks: 2, typed: 1 }, async ({ click, type }) => {
    await click(row.getByRole('link', { name: /Reply/ }));
    await type(desk.getByLabel('Answer to the customer'), 'It is in Payments.');
    await click(button(desk, 'Send answer'));
    await expect(
      desk.getByRole('list', { name: 'Conversation' }).getByText('It is in Payments.'),
    ).toBeVisible();
  });
  await desk.context().close();
});

test('find who paid, and refund it', async ({ browser, page }) => {
  const customer = uniqueEmail();
  await signIn(page, customer);
  await topUp(page, 30);
  const number = (await page
    .getByText(/^PAY_\d{8}_/)
    .first()
    .textContent())!;
  const proposer = await openStaff(browser, 'rules-author');
  await proposer.goto('/admin');
  await expect(proposer.getByRole('heading', { name: 'Today', exact: true })).toBeVisible();
  const row = proposer.getByRole('row').filter({ hasText: number });
  await measureJob('Find who paid', { clicks: 0, typed: 1 }, async ({ type }) => {
    await proposer.keyboard.press('Control+k');
    const search = proposer.getByRole('dialog', { name: 'Search' });
    await type(search.getByRole('combobox'), number);
    await expect(search.getByRole('option', { name: number })).toBeVisible();
    await proposer.keyboard.press('Enter');
    await expect(row.getByText(customer)).toBeVisible();
  });

  const approver = await openStaff(browser, 'rules-reviewer');
  await measureJob('Refund', { clicks: 5, typed: 1 }, async ({ click, type }) => {
    await click(row.getByRole('button', { name: `Actions for ${number}` }));
    await click(proposer.getByRole('menuitem', { name: 'Propose a refund' }));
    await type(proposer.getByLabel('Reason'), 'Ordered twice');
    await click(button(proposer, 'Propose refund'));
    await expect(proposer.getByText('Someone else must approve it.').first()).toBeVisible();
    await approver.goto('/admin');
    const work = approver.getByRole('listitem').filter({ hasText: customer });
    await click(work.getByRole('button', { name: 'Approve' }));
    await click(approver.getByRole('alertdialog').getByRole('button', { name: 'Approve' }));
    await expect(approver.getByText('Approved. The provider has been asked').first()).toBeVisible();
  });
  await proposer.context().close();
  await approver.context().close();
});

test('publish a rate', async ({ browser }) => {
  const author = await openStaff(browser, 'rules-author');
  const reviewer = await openStaff(browser, 'rules-reviewer');
  await author.goto('/admin');
  const rules = 'Vehicle import into Switzerland';
  await measureJob('Publish a rate', { clicks: 8, typed: 2 }, async ({ click, type }) => {
    await click(sidebar(author, 'Customs rules'));
    await type(author.getByRole('searchbox', { name: 'Search' }), 'ch.vehicle');
    await author.keyboard.press('Enter');
    await click(author.getByRole('link', { name: rules }).first());
    await click(author.getByRole('link', { name: 'Draft the next version' }));
    await type(author.getByRole('textbox', { name: 'Note' }), 'The rates of next year');
    await click(button(author, 'Save draft'));
    await expect(author.getByText('Waits for a second person')).toBeVisible();
    await reviewer.goto('/admin');
    const work = reviewer.getByRole('listitem').filter({ hasText: rules });
    await click(work.getByRole('link', { name: 'Review' }));
    await click(button(reviewer, 'Approve'));
    await click(button(reviewer, 'Publish'));
    await click(reviewer.getByRole('alertdialog').getByRole('button', { name: 'Publish' }));
    await expect(reviewer.getByRole('link', { name: 'Draft the next version' })).toBeVisible();
  });
  await author.context().close();
  await reviewer.context().close();
});

test('onboard a lead', async ({ browser, page }) => {
  const email = uniqueEmail();
  await page.goto('/company/contact');
  await page.getByLabel('Full Name').fill('Robin Weaver');
  await page.getByLabel('Email', { exact: false }).first().fill(email);
  await page.getByLabel('Message').fill('We need duties at the checkout of our shop.');
  // A form that is sent too quickly is treated as spam.
  await page.waitForTimeout(2100);
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByRole('heading', { name: 'Message Sent Successfully!' })).toBeVisible();
  const desk = await openStaff(browser, 'boss');
  await desk.goto('/admin');
  const work = desk.getByRole('listitem').filter({ hasText: email });
  // The first reply assigns it.
  await measureJob('Onboard a lead', { clicks: 6, typed: 0 }, async ({ click, choose }) => {
    await click(work.getByRole('link', { name: 'Reply' }));
    await choose(desk.getByLabel('Template'), 'First reply');
    await click(button(desk, 'Send reply'));
    await expect(desk.getByText('Contacted', { exact: true })).toBeVisible();
    await click(button(desk, /^Change status/));
    await click(desk.getByRole('menuitem', { name: 'Converted' }));
    await expect(desk.getByText('Converted', { exact: true })).toBeVisible();
  });
  await desk.context().close();
});
