// The commonest jobs of staff, with the clicks and fields that they may take.
import { createTicket, submitLead, topUp } from './factories.ts';
import { button, measureJob, sidebar } from './measure-job.ts';
import { expect, readMails, signIn, test } from './person.ts';

test('answer a ticket', async ({ page, openStaff }) => {
  const subject = `Where is my invoice ${Date.now()}`;
  await createTicket(await signIn(page), subject);
  const { page: desk } = await openStaff('support');
  await desk.goto('/admin');
  const row = desk.getByRole('listitem').filter({ hasText: subject });
  await expect(row).toBeVisible();
  await measureJob({ clicks: 2, typed: 1 }, async ({ click, type }) => {
    await click(row.getByRole('link', { name: /Reply/ }));
    await type(desk.getByLabel('Answer to the customer'), 'It is in Payments.');
    await click(button(desk, 'Send answer'));
    await expect(
      desk.getByRole('list', { name: 'Conversation' }).getByText('It is in Payments.'),
    ).toBeVisible();
  });
});

test('find who paid, and refund it', async ({ page, openStaff }) => {
  const customer = await signIn(page);
  const { uuid = '' } = await topUp(page, customer, 30);
  await page.goto(`/dashboard/payments/${uuid}`);
  const label = page.getByText(/^PAY_\d{8}_/).first();
  await expect(label).toBeVisible();
  const number = await label.innerText();
  const { page: proposer } = await openStaff('finance');
  await proposer.goto('/admin');
  await expect(proposer.getByRole('heading', { name: 'Today', exact: true })).toBeVisible();
  const row = proposer.getByRole('row').filter({ hasText: number });
  await measureJob({ clicks: 0, typed: 1 }, async ({ type }) => {
    await proposer.keyboard.press('Control+k');
    const search = proposer.getByRole('dialog', { name: 'Search' });
    await type(search.getByRole('combobox'), number);
    await expect(search.getByRole('option', { name: number })).toBeVisible();
    await proposer.keyboard.press('Enter');
    await expect(row.getByText(customer.address)).toBeVisible();
  });

  const { page: approver } = await openStaff('finance');
  await measureJob({ clicks: 5, typed: 1 }, async ({ click, type }) => {
    await click(row.getByRole('button', { name: `Actions for ${number}` }));
    await click(proposer.getByRole('menuitem', { name: 'Propose a refund' }));
    await type(proposer.getByLabel('Reason'), 'Ordered twice');
    await click(button(proposer, 'Propose refund'));
    await expect(proposer.getByText('Someone else must approve it.').first()).toBeVisible();
    await approver.goto('/admin');
    const work = approver.getByRole('listitem').filter({ hasText: customer.address });
    await click(work.getByRole('button', { name: 'Approve' }));
    await click(approver.getByRole('alertdialog').getByRole('button', { name: 'Approve' }));
    await expect(approver.getByText('Approved. The provider has been asked').first()).toBeVisible();
  });
  await page.goto('/dashboard/wallet');
  await expect(page.getByRole('region', { name: 'Balances' })).toContainText('$0.00');
});

test('publish a rate', async ({ openStaff }) => {
  const { page: author } = await openStaff('admin');
  const { page: reviewer } = await openStaff('admin');
  await author.goto('/admin');
  const rules = 'Vehicle import into Switzerland';
  await measureJob({ clicks: 8, typed: 2 }, async ({ click, type }) => {
    await click(sidebar(author, 'Customs rules'));
    await type(author.getByRole('searchbox', { name: 'Search' }), 'ch.vehicle');
    await author.keyboard.press('Enter');
    await expect(author).toHaveURL(/search=ch\.vehicle/);
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
});

test('onboard a lead', async ({ page, openStaff }) => {
  const email = await submitLead((await signIn(page)).call);
  const { page: desk } = await openStaff('sales');
  await desk.goto('/admin');
  const work = desk.getByRole('listitem').filter({ hasText: email });
  // The first reply assigns it.
  await measureJob({ clicks: 6, typed: 0 }, async ({ click, choose }) => {
    await click(work.getByRole('link', { name: 'Reply' }));
    await choose(desk.getByLabel('Template'), 'First reply');
    await click(button(desk, 'Send reply'));
    await expect(desk.getByText('Contacted', { exact: true })).toBeVisible();
    await click(button(desk, /^Change status/));
    await click(desk.getByRole('menuitem', { name: 'Converted' }));
    await expect(desk.getByText('Converted', { exact: true })).toBeVisible();
  });
  const texts = async () => (await readMails(email)).map(({ text }) => text).join();
  await expect.poll(texts).toContain('When would a call of 30 minutes suit you');
});
