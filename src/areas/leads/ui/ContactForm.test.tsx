import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import site from '#content/site.json' with { type: 'json' };
import { ToastProvider } from '#ui/ToastProvider.tsx';
import { toast, toastStore } from '#ui/toast.ts';
import { ContactForm, type ContactFormProps } from './ContactForm.tsx';
import { ContactSuccess } from './ContactSuccess.tsx';

type Sent = { body: Record<string, unknown>; key: string | null };
const fetchMock = vi.spyOn(globalThis, 'fetch');
const received = {
  success: true,
  message: "Message sent successfully! We'll get back to you soon.",
  lead_id: 7,
};
const failedToast = 'Failed to send message. Please try again.';
const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
const answerWith = (status: number, body: unknown) =>
  fetchMock.mockImplementation(async () => json(status, body));
const sent = (): Sent[] =>
  fetchMock.mock.calls
    // Without those that only look whether the server can be reached.
    .filter(([, init]) => init?.body)
    .map(([, init]) => ({
      body: JSON.parse(String(init?.body)),
      key: new Headers(init?.headers).get('idempotency-key'),
    }));

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  fetchMock.mockReset();
  answerWith(201, received);
  for (const { id } of toastStore.read()) toast.dismiss(id);
});

const show = (props: ContactFormProps = {}) =>
  render(
    <ToastProvider>
      <ContactForm {...props} />
    </ToastProvider>,
  );
const box = (name: string) => page.getByRole('textbox', { name });
const button = (name: string) => page.getByRole('button', { name });
const pressSend = () => userEvent.click(button('Send Message'));

async function fillIn() {
  await userEvent.fill(box('Full Name'), 'Ada Byron');
  await userEvent.fill(box('Email'), 'ada@example.com');
  await userEvent.fill(box('Message'), 'We need a loom that computes.');
}

describe('the form', () => {
  test('has the title, every label and every contact method', async () => {
    await show();
    await expect.element(page.getByRole('heading', { name: 'Contact Us' })).toBeVisible();
    for (const name of ['Full Name', 'Email', 'Subject', 'Message'])
      await expect.element(box(name)).toBeVisible();
    const select = page.getByRole('combobox', { name: 'Preferred Contact Method' });
    await expect.element(select).toHaveValue('email');
    const options = select.getByRole('option').elements();
    expect(options.map((option) => option.textContent)).toEqual([
      'Email',
      'WhatsApp',
      'Telegram',
      'Phone',
      'Other',
    ]);
    await expect.element(button('Send Message')).toBeEnabled();
  });

  test('marks required fields', async () => {
    await show();
    await userEvent.click(page.getByRole('checkbox', { name: 'This is a company inquiry' }));
    for (const name of ['Full Name', 'Email', 'Company Name', 'Message']) {
      await expect.element(box(name)).toBeRequired();
      await expect.element(page.getByText(`${name} *`, { exact: true })).toBeVisible();
    }
    for (const name of ['Company Website', 'Subject'])
      await expect.element(box(name)).not.toBeRequired();
  });

  test('names the policy whose version is stored with the inquiry', async () => {
    const { rerender } = await show({ privacyVersion: '2026-11-20' });
    const link = page.getByRole('link', { name: 'Privacy Policy' });
    await expect.element(link).toHaveAttribute('href', site.legal.privacy);
    await rerender(<ContactForm />);
    await expect.element(link).not.toBeInTheDocument();
  });

  test('accepts another title', async () => {
    await show({ title: 'Tell us more' });
    await expect.element(page.getByRole('heading', { name: 'Tell us more' })).toBeVisible();
  });

  test('shows the company fields only for a company inquiry', async () => {
    await show();
    await expect.element(box('Company Name')).not.toBeInTheDocument();
    const check = page.getByRole('checkbox', { name: 'This is a company inquiry' });
    await userEvent.click(check);
    await expect.element(box('Company Name')).toBeVisible();
    await expect.element(box('Company Website')).toBeVisible();
    await userEvent.click(check);
    await expect.element(box('Company Name')).not.toBeInTheDocument();
  });

  test('names the second contact field by the method; e-mail needs none', async () => {
    await show();
    const select = page.getByLabelText('Preferred Contact Method');
    const second = page.getByRole('textbox', { name: /^(Your (WhatsApp|Telegram|phone)|How to)/ });
    await expect.element(second).not.toBeInTheDocument();
    for (const [method, label] of [
      ['WhatsApp', 'Your WhatsApp number'],
      ['Telegram', 'Your Telegram name'],
      ['Phone', 'Your phone number'],
      ['Other', 'How to reach you'],
    ] as const) {
      await userEvent.selectOptions(select, method);
      await expect.element(box(label)).toBeVisible();
    }
    await userEvent.fill(box('How to reach you'), 'By pigeon');
    await userEvent.selectOptions(select, 'Email');
    await expect.element(second).not.toBeInTheDocument();
    await fillIn();
    await pressSend();
    await expect
      .poll(() => sent()[0]?.body)
      .toMatchObject({ contact_type: 'email', contact_value: '' });
  });

  test('fills in an empty subject with the page in question, and shows its prompt', async () => {
    const topic = { subject: 'Invoice intake', prompt: 'Send ten paid bills.' };
    const { rerender } = await show();
    await rerender(<ContactForm topic={topic} />);
    await expect.element(box('Subject')).toHaveValue('Invoice intake');
    await expect.element(box('Message')).toHaveAccessibleDescription('Send ten paid bills.');
  });

  test('keeps a subject that was entered', async () => {
    sessionStorage.setItem('contact_draft', JSON.stringify({ subject: 'Looms' }));
    await show({ topic: { subject: 'Invoice intake' } });
    await expect.element(box('Subject')).toHaveValue('Looms');
  });

  test('offers topics as a select of subjects', async () => {
    await show({ topics: ['A project', 'Support'] });
    await fillIn();
    await userEvent.selectOptions(page.getByRole('combobox', { name: 'Subject' }), 'Support');
    await pressSend();
    await expect.poll(() => sent()[0]?.body).toMatchObject({ subject: 'Support' });
  });

  test('hides the honeypot from people and assistive technology', async () => {
    const { container } = await show();
    const trap = container.querySelector('input[name="website"]')!;
    expect(trap.closest('[aria-hidden="true"][inert]')).not.toBeNull();
    expect(page.getByRole('textbox', { name: 'Leave this empty' }).elements()).toEqual([]);
  });
});

describe('validation', () => {
  const cases: [string, () => Promise<void>, string][] = [
    [
      'Full Name',
      () => userEvent.fill(box('Full Name'), 'A'),
      'Name must be at least 2 characters',
    ],
    ['Email', () => userEvent.fill(box('Email'), 'ada'), 'Please enter a valid email'],
    [
      'Message',
      () => userEvent.fill(box('Message'), 'Hi'),
      'Message must be at least 10 characters',
    ],
  ];
  test.each(cases)('%s: the message is shown at the field', async (label, fill, message) => {
    await show();
    await fillIn();
    await fill();
    await pressSend();
    await expect.element(box(label)).toHaveAccessibleDescription(message);
    await expect.element(box(label)).toHaveAttribute('aria-invalid', 'true');
    expect(sent()).toEqual([]);
  });

  test('an empty form lists the errors in a summary that takes the focus', async () => {
    await show();
    await pressSend();
    const summary = page.getByRole('region', { name: 'Check these entries' });
    await expect.element(summary).toHaveFocus();
    const links = summary.getByRole('link').elements();
    expect(links.map((link) => link.textContent)).toEqual([
      'Name must be at least 2 characters',
      'Please enter a valid email',
      'Message must be at least 10 characters',
    ]);
    await userEvent.click(summary.getByRole('link', { name: 'Please enter a valid email' }));
    await expect.element(box('Email')).toHaveFocus();
  });

  test('a company inquiry requires a name and a valid website', async () => {
    await show();
    await fillIn();
    await userEvent.click(page.getByRole('checkbox', { name: 'This is a company inquiry' }));
    await userEvent.fill(box('Company Website'), 'no site');
    await pressSend();
    await expect
      .element(box('Company Name'))
      .toHaveAccessibleDescription('Company name is required');
    await expect
      .element(box('Company Website'))
      .toHaveAccessibleDescription('Please enter a valid URL');
    await userEvent.fill(box('Company Name'), 'Acme');
    await userEvent.fill(box('Company Website'), 'acme.example.com');
    await pressSend();
    await expect
      .poll(() => sent()[0]?.body)
      .toMatchObject({
        isCompany: true,
        company: 'Acme',
        company_site: 'https://acme.example.com',
      });
  });

  test('correcting one field keeps the focus there, correcting all closes the summary', async () => {
    await show();
    await fillIn();
    await userEvent.fill(box('Full Name'), 'A');
    await userEvent.fill(box('Message'), 'Hi');
    await pressSend();
    const summary = page.getByRole('region', { name: 'Check these entries' });
    await expect.element(summary).toBeVisible();
    await userEvent.fill(box('Full Name'), 'Ada');
    await expect.element(box('Full Name')).not.toHaveAttribute('aria-invalid');
    await expect.element(box('Full Name')).toHaveFocus();
    await userEvent.clear(box('Message'));
    await userEvent.type(box('Message'), 'We need a loom.');
    await expect.element(box('Message')).not.toHaveAttribute('aria-invalid');
    await expect.element(box('Message')).toHaveFocus();
    await expect.element(summary).not.toBeInTheDocument();
  });
});

describe('sending', () => {
  test('sends the entries, the origin and the duration', async () => {
    sessionStorage.setItem('campaign', JSON.stringify({ utm_source: 'paper' }));
    await show({ privacyVersion: '2026-11-20' });
    await fillIn();
    await userEvent.selectOptions(page.getByLabelText('Preferred Contact Method'), 'Telegram');
    await userEvent.fill(box('Your Telegram name'), '@ada');
    await pressSend();
    await expect.element(page.getByText('Message Sent Successfully!')).toBeVisible();
    expect(sent()).toHaveLength(1);
    expect(sent()[0]!.body).toEqual({
      name: 'Ada Byron',
      email: 'ada@example.com',
      isCompany: false,
      company: '',
      company_site: '',
      contact_type: 'telegram',
      contact_value: '@ada',
      subject: '',
      message: 'We need a loom that computes.',
      site_url: location.origin + location.pathname + location.search,
      extra: { utm_source: 'paper', privacy_version: '2026-11-20' },
      website: '',
      elapsed_ms: expect.any(Number),
    });
    expect(fetchMock.mock.calls[0]![0]).toBe('/apix/leads/leads/submit/');
  });

  test('shows "Sending..." and sends once, whatever is clicked meanwhile', async () => {
    let answer = (_: Response) => {};
    fetchMock.mockImplementation(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    await show();
    await fillIn();
    await pressSend();
    const busy = button('Sending...');
    await expect.element(busy).toHaveAttribute('aria-busy', 'true');
    await userEvent.click(busy, { force: true });
    await userEvent.click(box('Full Name'));
    await userEvent.keyboard('{Enter}');
    expect(sent()).toHaveLength(1);
    answer(json(201, received));
    await expect.element(page.getByText('Message Sent Successfully!')).toBeVisible();
  });

  test('shows the success panel and a toast, and an empty form after "Send Another Message"', async () => {
    await show({
      booking: { label: 'Book a 30-minute call', url: 'https://calendar.example.com' },
    });
    await fillIn();
    await pressSend();
    await expect
      .element(page.getByRole('heading', { name: 'Message Sent Successfully!' }))
      .toHaveFocus();
    await expect
      .element(
        page.getByText("Thank you for contacting us. We'll get back to you within 24 hours."),
      )
      .toBeVisible();
    await expect.element(page.getByText(received.message, { exact: true })).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Book a 30-minute call' }))
      .toHaveAttribute('href', 'https://calendar.example.com');
    await userEvent.click(button('Send Another Message'));
    await expect.element(box('Message')).toHaveValue('');
    await expect.element(page.getByRole('heading', { name: 'Contact Us' })).toHaveFocus();
  });

  test('the success panel is scrolled into view and states the promised reply', async () => {
    await render(
      <ToastProvider>
        <div style={{ height: '150vh' }} />
        <ContactForm />
        <div style={{ height: '150vh' }} />
      </ToastProvider>,
    );
    await fillIn();
    button('Send Message').element().scrollIntoView({ block: 'start' });
    await pressSend();
    const thanks = page.getByRole('heading', { name: 'Message Sent Successfully!' });
    await expect.element(thanks).toHaveFocus();
    await expect.element(thanks).toBeInViewport();
    await expect
      .element(thanks)
      .toHaveAccessibleDescription(
        "Thank you for contacting us. We'll get back to you within 24 hours.",
      );
  });

  test('a line stays with the time sent, the reply address and the deadline', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T10:15:00') });
    onTestFinished(() => void vi.useRealTimers());
    await show();
    await fillIn();
    await pressSend();
    await userEvent.click(button('Send Another Message'));
    const line = page.getByText(/^Your message was sent on/);
    await expect
      .element(line)
      .toHaveTextContent(
        'Your message was sent on 22 Nov 2026, 10:15. We will reply to ada@example.com by 23 Nov 2026, 10:15.',
      );
    await userEvent.fill(box('Full Name'), 'Ada');
    await expect.element(line).toBeVisible();
  });

  test('the panel closes by itself after 3 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const onDone = vi.fn();
      await render(<ContactSuccess booking={undefined} onDone={onDone} />);
      vi.advanceTimersByTime(2999);
      expect(onDone).not.toHaveBeenCalled();
      vi.advanceTimersByTime(1);
      expect(onDone).toHaveBeenCalledExactlyOnceWith(true);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('failures', () => {
  const failures: [string, () => void][] = [
    ['the server fails', () => answerWith(500, { detail: 'A server error occurred.' })],
    ['there is no connection', () => fetchMock.mockRejectedValue(new TypeError('offline'))],
    ['the answer has no data', () => fetchMock.mockImplementation(async () => new Response(''))],
    ['the answer is not ours', () => answerWith(200, '<html></html>')],
  ];
  test.each(failures)('%s: shows an error and keeps every entry', async (_, arrange) => {
    arrange();
    await show();
    await fillIn();
    await pressSend();
    await expect.element(page.getByText(failedToast, { exact: true })).toBeVisible();
    await expect.element(box('Message')).toHaveValue('We need a loom that computes.');
    await expect.element(button('Send Message')).toBeEnabled();
  });

  test("shows the server's message at the field and in the summary", async () => {
    answerWith(400, { email: ['Please enter a valid email'], site_url: ['Enter a valid URL.'] });
    await show();
    await fillIn();
    await pressSend();
    await expect.element(page.getByText(failedToast, { exact: true })).toBeVisible();
    await expect.element(box('Email')).toHaveAccessibleDescription('Please enter a valid email');
    const summary = page.getByRole('region', { name: 'Check these entries' });
    await expect.element(summary.getByText('Enter a valid URL.')).toBeVisible();
  });

  test('shows how long to wait after too many messages', async () => {
    const detail = 'Request was throttled. Expected available in 3542 seconds.';
    answerWith(429, { detail, code: 'throttled', retry_after: 3542 });
    await show();
    await fillIn();
    await pressSend();
    const summary = page.getByRole('region', { name: 'Your message was not sent' });
    await expect
      .element(
        summary.getByText('Too many messages came from here. Please try again in 60 minutes.'),
      )
      .toBeVisible();
    await expect
      .element(page.getByText('Failed to send message. Please try again in 60 minutes.').first())
      .toBeVisible();
    await expect.element(page.getByText(/throttled|3542/)).not.toBeInTheDocument();
  });

  test('the error toast is removed when another attempt succeeds', async () => {
    answerWith(500, { detail: 'A server error occurred.' });
    await show();
    await fillIn();
    await pressSend();
    await expect.element(page.getByText(failedToast, { exact: true })).toBeVisible();
    answerWith(201, received);
    await pressSend();
    await expect.element(page.getByText(received.message, { exact: true })).toBeVisible();
    expect(toastStore.read().map(({ tone }) => tone)).toEqual(['success']);
  });

  test('repeats the same request after a lost connection, and sends a new one once changed', async () => {
    fetchMock.mockRejectedValue(new TypeError('offline'));
    await show();
    await fillIn();
    await pressSend();
    await expect.poll(() => sent()).toHaveLength(1);
    await expect.element(button('Send Message')).toBeVisible();
    await pressSend();
    await expect.poll(() => sent()).toHaveLength(2);
    expect(sent()[1]).toEqual(sent()[0]);
    expect(sent()[0]!.key).toMatch(/^[0-9a-f]{32}$/);
    await expect.element(button('Send Message')).toBeVisible();
    await userEvent.fill(box('Subject'), 'Looms');
    await pressSend();
    await expect.poll(() => sent()).toHaveLength(3);
    expect(sent()[2]!.key).not.toBe(sent()[0]!.key);
  });
});

describe('on a prerendered page', () => {
  test('can be filled in but not sent before hydration', async () => {
    const container = document.createElement('div');
    onTestFinished(() => container.remove());
    document.body.append(container);
    container.innerHTML = renderToString(<ContactForm fallbackEmail="hello@example.com" />);
    await expect.element(button('Send Message')).toBeDisabled();
    await userEvent.fill(box('Full Name'), 'Ada Byron');
    await userEvent.click(page.getByRole('checkbox', { name: 'This is a company inquiry' }));
    await userEvent.selectOptions(page.getByLabelText('Preferred Contact Method'), 'Phone');

    const onRecoverableError = vi.fn();
    const form = <ContactForm fallbackEmail="hello@example.com" />;
    const root = hydrateRoot(container, form, { onRecoverableError });
    onTestFinished(() => root.unmount());
    await expect.element(box('Company Name')).toBeVisible();
    await expect.element(box('Full Name')).toHaveValue('Ada Byron');
    await expect.element(page.getByLabelText('Preferred Contact Method')).toHaveValue('phone');
    await expect.element(button('Send Message')).toBeEnabled();
    expect(onRecoverableError).not.toHaveBeenCalled();
  });
});

describe('draft and prefill', () => {
  test('keeps the draft over a reload, and deletes it once sent', async () => {
    const first = await show();
    await fillIn();
    await userEvent.click(page.getByRole('checkbox', { name: 'This is a company inquiry' }));
    await userEvent.fill(box('Company Name'), 'Acme');
    await userEvent.selectOptions(page.getByLabelText('Preferred Contact Method'), 'Phone');
    await first.unmount();
    await show();
    await expect.element(box('Full Name')).toHaveValue('Ada Byron');
    await expect.element(box('Company Name')).toHaveValue('Acme');
    await expect.element(page.getByLabelText('Preferred Contact Method')).toHaveValue('phone');
    await pressSend();
    await expect.element(page.getByText('Message Sent Successfully!')).toBeVisible();
    expect(sent()[0]!.body).toMatchObject({ company: 'Acme', contact_type: 'phone' });
    // It was typed before: a reload and one press are no machine's.
    expect(sent()[0]!.body).not.toHaveProperty('elapsed_ms');
    await userEvent.click(button('Send Another Message'));
    await expect.element(box('Full Name')).toHaveValue('');
  });

  test('fills in the signed-in user without overwriting entries', async () => {
    sessionStorage.setItem('contact_draft', JSON.stringify({ name: 'A. Byron' }));
    await show({ person: { name: 'Ada Byron', email: 'ada@example.com' } });
    await expect.element(box('Email')).toHaveValue('ada@example.com');
    await expect.element(box('Full Name')).toHaveValue('A. Byron');
  });
});
