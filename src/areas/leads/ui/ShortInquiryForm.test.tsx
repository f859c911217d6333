import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { resetBrowser, stubApi } from '#test/browser/screens.tsx';
import { ToastProvider } from '#ui/ToastProvider.tsx';
import { ShortInquiryForm } from './ShortInquiryForm.tsx';

const submitPath = 'POST /apix/leads/leads/submit/';
const box = (name: string) => page.getByRole('textbox', { name });
const pressSend = () => userEvent.click(page.getByRole('button', { name: 'Send Message' }));

async function open() {
  const api = stubApi({
    [submitPath]: {
      status: 201,
      body: { success: true, message: "Message sent successfully! We'll get back to you soon." },
    },
  });
  const screen = await render(
    <ToastProvider>
      <ShortInquiryForm title="Write to us" privacyVersion="2026-11-20" />
    </ToastProvider>,
  );
  return { ...api, ...screen };
}

beforeEach(resetBrowser);
afterEach(resetBrowser);

test('sends the message with the address as the name', async () => {
  const { callsTo } = await open();
  await expect.element(box('Full Name')).not.toBeInTheDocument();
  await userEvent.fill(box('What do you need?'), 'A loom that computes.');
  await userEvent.fill(box('Your email'), ' Ada@example.com');
  await pressSend();
  await expect
    .element(page.getByRole('heading', { name: 'Message Sent Successfully!' }))
    .toHaveFocus();
  expect(callsTo(submitPath)[0]!.body).toMatchObject({
    name: 'ada@example.com',
    email: 'ada@example.com',
    message: 'A loom that computes.',
    isCompany: false,
    contact_type: 'email',
    subject: '',
    extra: { privacy_version: '2026-11-20' },
  });
});

test('shows what is missing at both fields', async () => {
  const { callsTo } = await open();
  await pressSend();
  await expect.element(box('Your email')).toHaveAccessibleDescription('Please enter a valid email');
  await expect
    .element(box('What do you need?'))
    .toHaveAccessibleDescription('Message must be at least 10 characters');
  expect(callsTo(submitPath)).toEqual([]);
});

test('leaves the other entries of the draft for the contact page', async () => {
  sessionStorage.setItem('contact_draft', JSON.stringify({ company: 'Acme', message: 'A loom' }));
  await open();
  await expect.element(box('What do you need?')).toHaveValue('A loom');
  await userEvent.type(box('What do you need?'), ' that computes');
  const draft = () => JSON.parse(sessionStorage.getItem('contact_draft') ?? '{}');
  await expect.poll(draft).toMatchObject({ company: 'Acme', message: 'A loom that computes' });
});
