import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { playUploads } from '#test/browser/play-uploads.ts';
import { resetBrowser, stubApi } from '#test/browser/screens.tsx';
import { ToastProvider } from '#ui/ToastProvider.tsx';
import { ContactForm } from './ContactForm.tsx';

const submitPath = 'POST /apix/leads/leads/submit/';
const received = {
  status: 201,
  body: { success: true, message: "Message sent successfully! We'll get back to you soon." },
};
const id = '00000000-0000-4000-8000-000000000001';
const uploaded = { id, name: 'bill.pdf', size: 1 };
const bill = (name = 'bill.pdf') => new File(['x'], name, { type: 'application/pdf' });

const box = (name: string) => page.getByRole('textbox', { name });
const button = (name: string) => page.getByRole('button', { name });
const pressSend = () => userEvent.click(button('Send Message'));
const attach = (...files: File[]) =>
  userEvent.upload(page.getByLabelText('Files to attach'), files);

async function open() {
  const api = stubApi({ [submitPath]: received });
  await render(
    <ToastProvider>
      <ContactForm />
    </ToastProvider>,
  );
  await userEvent.fill(box('Full Name'), 'Ada Byron');
  await userEvent.fill(box('Email'), 'ada@example.com');
  await userEvent.fill(box('Message'), 'We need a loom that computes.');
  return api;
}

beforeEach(resetBrowser);
afterEach(resetBrowser);

test('a chosen file is uploaded and sent, also after an error', async () => {
  playUploads(201, uploaded);
  const { answers, callsTo } = await open();
  await attach(bill());
  await expect.element(button('Remove bill.pdf')).toBeVisible();
  answers[submitPath] = { status: 500, body: { detail: 'A server error occurred.' } };
  await pressSend();
  await expect.poll(() => callsTo(submitPath)).toHaveLength(1);
  await expect.element(button('Send Message')).toBeEnabled();
  await expect.element(button('Remove bill.pdf')).toBeVisible();
  answers[submitPath] = received;
  await pressSend();
  await expect.element(page.getByText('Message Sent Successfully!')).toBeVisible();
  expect(callsTo(submitPath).map(({ body }) => (body as { files: string[] }).files)).toEqual([
    [id],
    [id],
  ]);
});

test('a dropped file is uploaded, and a removed one is not sent', async () => {
  playUploads(201, uploaded);
  const { callsTo } = await open();
  const dropped = new DataTransfer();
  dropped.items.add(bill('dropped.pdf'));
  const about = { bubbles: true, cancelable: true, dataTransfer: dropped };
  box('Message').element().dispatchEvent(new DragEvent('drop', about));
  await userEvent.click(button('Remove dropped.pdf'));
  await pressSend();
  await expect.element(page.getByText('Message Sent Successfully!')).toBeVisible();
  expect(callsTo(submitPath)[0]!.body).not.toHaveProperty('files');
});

test('a refused file shows why and blocks sending until it is removed', async () => {
  const infected = 'The virus scanner reports this file as infected. It was not kept.';
  playUploads(400, { file: [infected] });
  const { callsTo } = await open();
  await attach(bill());
  await expect.element(page.getByText(infected)).toBeVisible();
  await pressSend();
  const summary = page.getByRole('region', { name: 'Your message was not sent' });
  const advice = 'Remove the file that did not upload, or attach it again.';
  await expect.element(summary.getByText(advice)).toBeVisible();
  expect(callsTo(submitPath)).toEqual([]);
  await userEvent.click(button('Remove bill.pdf'));
  await expect.element(summary).not.toBeInTheDocument();
  await pressSend();
  await expect.element(page.getByText('Message Sent Successfully!')).toBeVisible();
});

test('more than three files and a large one are not uploaded', async () => {
  playUploads(201, uploaded);
  await open();
  const large = new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'large.pdf');
  await attach(bill('a.pdf'), bill('b.pdf'), large, bill('d.pdf'));
  await expect.element(page.getByText('Attach at most 3 files.')).toBeVisible();
  await expect.element(page.getByText('Larger than 10 MB.')).toBeVisible();
  await expect.element(button('Remove d.pdf')).not.toBeInTheDocument();
  await expect.element(button('Attach files')).toBeDisabled();
});
