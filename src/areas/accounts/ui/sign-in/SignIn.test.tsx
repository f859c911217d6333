import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { session } from '#client/session.ts';
import site from '#content/site.json' with { type: 'json' };
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import SignIn, { SignInHelp } from './SignIn.tsx';

const requestPath = 'POST /apix/accounts/otp/request/';
const verifyPath = 'POST /apix/accounts/otp/verify/';
const sentReply = { message: 'OTP code sent to your email', expires_in: 600, resend_after: 30 };
const sent = { status: 200, body: sentReply };
const tokens = {
  status: 200,
  body: { access: 'access-1', refresh: 'refresh-1', user: { email: 'ada@example.com' } },
};

const screens = [{ path: '/auth', element: SignIn }];
const open = (address = '/auth') => renderScreen(address, screens);
const button = (name: string | RegExp) => page.getByRole('button', { name });
const emailField = () => page.getByLabelText('Email', { exact: true });
const codeField = () => page.getByLabelText('Verification code');
const terms = () => page.getByRole('checkbox');
const heading = (name: string) => page.getByRole('heading', { level: 1, name });
const banner = () => page.getByRole('alert');
const says = (words: string) =>
  expect.element(banner().getByText(words, { exact: true })).toBeVisible();

async function fillEmail(email = 'ada@example.com') {
  await userEvent.fill(emailField(), email);
  if (!terms().element().matches(':checked')) await userEvent.click(terms());
}

async function reachCodeStep() {
  await fillEmail();
  await userEvent.click(button('Send Verification Code'));
  await expect.element(heading('Verify Your Email')).toBeVisible();
}

beforeEach(resetBrowser);
afterEach(resetBrowser);

test('the first step shows the form, the legal links, the help and the credit', async () => {
  await open();
  await expect.element(heading('Sign In')).toBeVisible();
  const termsLink = page.getByRole('link', { name: 'Terms of Service' });
  await expect.element(termsLink).toHaveAttribute('href', site.legal.terms);
  const privacyLink = page.getByRole('link', { name: 'Privacy Policy' });
  await expect.element(privacyLink).toHaveAttribute('href', site.legal.privacy);
  await expect.element(page.getByText("Didn't receive the email?")).toBeVisible();
  await expect.element(page.getByText(/spam/)).toBeVisible();
  const help = page.getByRole('link', { name: 'Get Help' });
  await expect.element(help).toHaveAttribute('href', site.support.url);
  const credit = page.getByRole('link', { name: site.credit.label });
  await expect.element(credit).toHaveAttribute('href', site.credit.url);
});

test('without a support address there is no help block', async () => {
  await renderScreen('/', [{ path: '/', element: () => <SignInHelp supportUrl="" /> }]);
  await expect.element(page.getByText("Didn't receive the email?")).not.toBeInTheDocument();
});

test('a code can be requested once the terms are accepted, which is remembered', async () => {
  await open();
  await expect.element(button('Send Verification Code')).toBeDisabled();
  await userEvent.click(terms());
  await expect.element(button('Send Verification Code')).toBeEnabled();
  expect(localStorage.getItem('auth_terms_accepted')).toBe('true');
  expect(localStorage.getItem('auth_terms_version')).toBe(site.legal.termsVersion);
});

test('Enter without an address or without the terms says what is missing', async () => {
  const { calls } = stubApi({});
  await open();
  await userEvent.click(emailField());
  await userEvent.keyboard('{Enter}');
  await says('Please enter your email address');
  await userEvent.fill(emailField(), 'ada@example.com');
  await userEvent.keyboard('{Enter}');
  await says('Please accept the Terms of Service and Privacy Policy');
  expect(calls).toEqual([]);
});

test('requesting a code sends the address and the page', async () => {
  const { callsTo } = stubApi({ [requestPath]: sent });
  await open();
  await reachCodeStep();
  expect(callsTo(requestPath)[0]?.body).toEqual({
    email: 'ada@example.com',
    source_url: location.origin + location.pathname,
  });
  expect(callsTo(requestPath)[0]?.headers.has('authorization')).toBe(false);
  await expect.element(page.getByText('OTP code sent to your email').first()).toBeVisible();
  await expect.element(page.getByText('ada@example.com')).toBeVisible();
  await expect.element(page.getByText(/valid for 10 minutes/)).toBeVisible();
});

test('a rejected request shows the message of the server and ends the session', async () => {
  stubApi({
    [requestPath]: { status: 400, body: { email: ['Enter a valid email address.'] } },
    'POST /apix/accounts/token/blacklist/': { status: 204 },
  });
  signInAs('ada@example.com');
  await open('/auth?flow=reauth');
  await fillEmail('not an address');
  await userEvent.click(button('Send Verification Code'));
  await says('Enter a valid email address.');
  await expect.element(heading('Sign In')).toBeVisible();
  expect(localStorage.getItem('auth_token')).toBeNull();
});

test('a request that fails without a message says "Failed to send OTP"', async () => {
  stubApi({ [requestPath]: { status: 500 } });
  await open();
  await fillEmail();
  await userEvent.click(button('Send Verification Code'));
  await says('Failed to send OTP');
});

test('a lost connection says "An unexpected error occurred"', async () => {
  stubApi({});
  await open();
  await fillEmail();
  await userEvent.click(button('Send Verification Code'));
  await says('An unexpected error occurred');
});

test('a cooldown leads to the code step with its countdown', async () => {
  const body = { detail: 'A code was sent a moment ago.', code: 'cooldown', retry_after: 17 };
  stubApi({ [requestPath]: { status: 429, body } });
  await open();
  await reachCodeStep();
  await expect.element(button(/^↻ Resend in 0:1[67]$/)).toBeDisabled();
  await expect.element(banner()).not.toBeInTheDocument();
});

test('Back and the same address lead to the code step without a request', async () => {
  const { callsTo } = stubApi({ [requestPath]: sent });
  await open();
  await reachCodeStep();
  await userEvent.click(button('← Back'));
  await expect.element(heading('Sign In')).toBeVisible();
  await fillEmail(' Ada@Example.com ');
  await userEvent.click(button('Send Verification Code'));
  await expect.element(heading('Verify Your Email')).toBeVisible();
  await expect.element(button(/^↻ Resend in 0:/)).toBeDisabled();
  expect(callsTo(requestPath)).toHaveLength(1);
});

test('Back and another address request another code', async () => {
  const { callsTo } = stubApi({ [requestPath]: sent });
  await open();
  await reachCodeStep();
  await userEvent.click(button('← Back'));
  await fillEmail('grace@example.com');
  await userEvent.click(button('Send Verification Code'));
  await expect.element(heading('Verify Your Email')).toBeVisible();
  expect(callsTo(requestPath)).toHaveLength(2);
});

test('Resend waits for the countdown, then requests a code and clears the field', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  const { callsTo } = stubApi({ [requestPath]: sent });
  await open();
  await reachCodeStep();
  await userEvent.fill(codeField(), '123');
  await expect.element(button(/^↻ Resend in 0:\d\d$/)).toBeDisabled();
  vi.advanceTimersByTime(30_000);
  await userEvent.click(button('↻ Resend'));
  await expect.element(codeField()).toHaveValue('');
  await expect.poll(() => callsTo(requestPath).length).toBe(2);
});

test('a resend that fails without a message shows a default message', async () => {
  const api = stubApi({ [requestPath]: { status: 200, body: { ...sentReply, resend_after: 0 } } });
  await open();
  await reachCodeStep();
  api.answers[requestPath] = { status: 500 };
  await userEvent.click(button('↻ Resend'));
  await says('Failed to resend verification code');
  await expect.element(heading('Verify Your Email')).toBeVisible();
});

test('a code can be submitted once it has six digits', async () => {
  stubApi({ [requestPath]: sent });
  await open();
  await reachCodeStep();
  await expect.element(codeField()).toHaveFocus();
  await expect.element(button('Verify Code')).toBeDisabled();
  await userEvent.fill(codeField(), '12345');
  await expect.element(button('Verify Code')).toBeDisabled();
  await userEvent.keyboard('{Enter}');
  await says('Please enter the 6-digit verification code');
  await expect.element(codeField()).toHaveValue('12345');
  await expect.element(codeField()).toHaveFocus();
});

test('the sixth digit signs in, stores the tokens and opens the dashboard half a second later', async () => {
  const { callsTo } = stubApi({ [requestPath]: sent, [verifyPath]: tokens });
  const { router } = await open();
  await reachCodeStep();
  const setTimer = vi.spyOn(window, 'setTimeout');
  await userEvent.fill(codeField(), '123456');
  await expect.poll(() => localStorage.getItem('auth_token')).toBe('access-1');
  expect(localStorage.getItem('refresh_token')).toBe('refresh-1');
  expect(localStorage.getItem('auth_email')).toBe('ada@example.com');
  expect(callsTo(verifyPath)).toHaveLength(1);
  expect(callsTo(verifyPath)[0]?.body).toEqual({
    email: 'ada@example.com',
    otp: '123456',
    source_url: location.origin + location.pathname,
    terms_version: site.legal.termsVersion,
  });
  await expect.element(page.getByText('Login successful').first()).toBeVisible();
  expect(setTimer.mock.calls.map(([, delayMs]) => delayMs)).toContain(500);
  expect(router.state.location.pathname).toBe('/auth');
  await expect.poll(() => router.state.location.pathname).toBe('/dashboard');
  setTimer.mockRestore();
});

test('signing in returns to the page that required it', async () => {
  sessionStorage.setItem('auth_redirect_url', '/dashboard/keys?page=2');
  stubApi({ [requestPath]: sent, [verifyPath]: tokens });
  const { router } = await open();
  await reachCodeStep();
  await userEvent.fill(codeField(), '123456');
  await expect.poll(() => router.state.location.pathname).toBe('/dashboard/keys');
  expect(router.state.location.search).toBe('?page=2');
  expect(sessionStorage.getItem('auth_redirect_url')).toBeNull();
});

test('a wrong code shows the attempts left and clears the field', async () => {
  const body = { non_field_errors: ['Invalid OTP code'], code: 'otp_invalid', attempts_left: 4 };
  stubApi({ [requestPath]: sent, [verifyPath]: { status: 400, body } });
  await open();
  await reachCodeStep();
  await userEvent.fill(codeField(), '123456');
  await says('Invalid OTP code');
  await says('4 tries left.');
  await expect.element(codeField()).toHaveValue('');
  expect(localStorage.getItem('auth_token')).toBeNull();
});

const lockedAnswer = {
  status: 429,
  body: { detail: 'Too many wrong codes.', code: 'too_many_attempts', retry_after: 881 },
};

test('a lock counts down at the code, then another code can be requested', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  const { callsTo } = stubApi({ [requestPath]: sent, [verifyPath]: lockedAnswer });
  await open();
  await reachCodeStep();
  await userEvent.fill(codeField(), '123456');
  await says('Too many wrong codes.');
  await says('Try again in 15 minutes.');
  await expect.element(button('Ask for a new code')).toBeDisabled();
  await expect.element(button(/^↻ Resend in 14:\d\d$/)).toBeDisabled();
  vi.advanceTimersByTime(881_000);
  await says('You can ask for a new code now.');
  await userEvent.click(button('Ask for a new code'));
  await expect.poll(() => callsTo(requestPath).length).toBe(2);
  await expect.element(banner()).not.toBeInTheDocument();
});

test('an expired code is not offered again, although its lock still runs', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  const { callsTo } = stubApi({ [requestPath]: sent, [verifyPath]: lockedAnswer });
  await open();
  await reachCodeStep();
  await userEvent.fill(codeField(), '123456');
  await says('Too many wrong codes.');
  vi.advanceTimersByTime(601_000);
  await userEvent.click(button('← Back'));
  await userEvent.click(button('Send Verification Code'));
  await expect.poll(() => callsTo(requestPath).length).toBe(2);
});

test('a lock is still shown after Back and the same address, and after a reload', async () => {
  const { callsTo } = stubApi({ [requestPath]: sent, [verifyPath]: lockedAnswer });
  const { unmount } = await open();
  await reachCodeStep();
  await userEvent.fill(codeField(), '123456');
  await says('Too many wrong codes.');
  await userEvent.click(button('← Back'));
  await userEvent.click(button('Send Verification Code'));
  await says('Try again in 15 minutes.');
  await unmount();
  await open();
  await says('Try again in 15 minutes.');
  await expect.element(button('Ask for a new code')).toBeDisabled();
  expect(callsTo(requestPath)).toHaveLength(1);
});

test('a throttled attempt does not delay another code', async () => {
  const throttled = { status: 429, body: { detail: 'x', code: 'throttled', retry_after: 600 } };
  stubApi({ [requestPath]: sent, [verifyPath]: throttled });
  await open();
  await reachCodeStep();
  await userEvent.fill(codeField(), '123456');
  await expect.element(banner()).toBeVisible();
  await expect.element(button(/^↻ Resend in 0:\d\d$/)).toBeDisabled();
});

test('a lock counts down at the address, for that address only', async () => {
  stubApi({ [requestPath]: lockedAnswer });
  await open();
  await fillEmail();
  await userEvent.click(button('Send Verification Code'));
  await says('Too many wrong codes.');
  await expect.element(button(/^Send Verification Code in 14:\d\d$/)).toBeDisabled();
  await userEvent.fill(emailField(), 'grace@example.com');
  await expect.element(button('Send Verification Code')).toBeEnabled();
  await expect.element(banner()).not.toBeInTheDocument();
});

test('an invalid code offers another one', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  const body = { non_field_errors: ['Invalid OTP code'], code: 'otp_invalid' };
  const { callsTo } = stubApi({ [requestPath]: sent, [verifyPath]: { status: 400, body } });
  await open();
  await reachCodeStep();
  await userEvent.fill(codeField(), '123456');
  await says('Invalid OTP code');
  await says('It may have expired or been used.');
  await expect.element(button('Ask for a new code')).toBeDisabled();
  await expect.element(page.getByText(/Ask for a new code in 0:\d\d/)).toBeVisible();
  vi.advanceTimersByTime(30_000);
  await userEvent.click(button('Ask for a new code'));
  await expect.poll(() => callsTo(requestPath).length).toBe(2);
  await expect.element(codeField()).toHaveValue('');
});

test.each([
  ['no connection', new TypeError('Failed to fetch')],
  ['a server in trouble', { status: 502, text: '<html></html>' }],
  ['too many tries', { status: 429, body: { detail: 'x', code: 'throttled', retry_after: 9 } }],
])('%s: the typed code stays, and the same one is sent again', async (_, answer) => {
  const api = stubApi({ [requestPath]: sent, [verifyPath]: answer });
  const { router } = await open();
  await reachCodeStep();
  await userEvent.fill(codeField(), '123456');
  await expect.element(banner()).toBeVisible();
  await expect.element(codeField()).toHaveValue('123456');
  await expect.element(button('Ask for a new code')).not.toBeInTheDocument();
  api.answers[verifyPath] = tokens;
  await userEvent.click(button('Verify Code'));
  await expect.poll(() => router.state.location.pathname).toBe('/dashboard');
  expect(api.callsTo(verifyPath).map(({ body }) => body)).toMatchObject([
    { otp: '123456' },
    { otp: '123456' },
  ]);
});

test('a reload keeps the code step, its address and its countdown', async () => {
  const { callsTo } = stubApi({ [requestPath]: sent, [verifyPath]: tokens });
  const { unmount } = await open();
  await reachCodeStep();
  await unmount();
  const { router } = await open();
  await expect.element(heading('Verify Your Email')).toBeVisible();
  await expect.element(page.getByText('ada@example.com')).toBeVisible();
  await expect.element(button(/^↻ Resend in 0:\d\d$/)).toBeDisabled();
  await userEvent.fill(codeField(), '123456');
  await expect.poll(() => router.state.location.pathname).toBe('/dashboard');
  expect(callsTo(requestPath)).toHaveLength(1);
  expect(sessionStorage.getItem('auth_code_step')).toBeNull();
});

test('the code step is not restored after its code expired or after Back', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  stubApi({ [requestPath]: sent });
  const { unmount } = await open();
  await reachCodeStep();
  await unmount();
  vi.setSystemTime(Date.now() + 601_000);
  const second = await open();
  await expect.element(heading('Sign In')).toBeVisible();
  await reachCodeStep();
  await userEvent.click(button('← Back'));
  await expect.element(emailField()).toHaveFocus();
  await second.unmount();
  await open();
  await expect.element(heading('Sign In')).toBeVisible();
});

test('a request for a code uses the session', async () => {
  signInAs('ada@example.com');
  const { callsTo } = stubApi({ [requestPath]: sent });
  await open('/auth?flow=reauth');
  await reachCodeStep();
  expect(callsTo(requestPath)[0]?.headers.get('authorization')).toBe('Bearer access');
});

test.each([
  ['Invalid OTP code', { status: 400 }],
  ['Failed to verify OTP', { status: 500 }],
  ['An unexpected error occurred', new TypeError('Failed to fetch')],
  ['Invalid access token', { status: 200, body: { ...tokens.body, access: '' } }],
])('verifying can fail with "%s"', async (message, answer) => {
  stubApi({ [requestPath]: sent, [verifyPath]: answer });
  await open();
  await reachCodeStep();
  await userEvent.fill(codeField(), '123456');
  await says(message);
  await expect.element(heading('Verify Your Email')).toBeVisible();
});

test('a browser that blocks storage signs in for this tab, and says what to do', async () => {
  stubApi({ [requestPath]: sent, [verifyPath]: tokens });
  const { router } = await open();
  await reachCodeStep();
  const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Denied.', 'SecurityError');
  });
  await userEvent.fill(codeField(), '123456');
  await expect.element(page.getByText(/signed in on this tab only/).first()).toBeVisible();
  await expect.poll(() => router.state.location.pathname).toBe('/dashboard');
  expect(session.read().status).toBe('signed_in');
  expect(localStorage.getItem('auth_token')).toBeNull();
  setItem.mockRestore();
  // Stored now, what was kept in memory is cleared before the next test.
  signInAs('ada@example.com');
});

test('a pasted code may contain a space', async () => {
  const { callsTo } = stubApi({ [requestPath]: sent, [verifyPath]: tokens });
  await open();
  await reachCodeStep();
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', '123 456');
  codeField()
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  await expect.poll(() => callsTo(verifyPath)[0]?.body).toMatchObject({ otp: '123456' });
});

test('a link fills in address and code but does not sign in', async () => {
  const { calls, callsTo } = stubApi({ [verifyPath]: tokens });
  await open('/auth?email=ada%40example.com&otp=123456');
  await expect.element(heading('Verify Your Email')).toBeVisible();
  await expect.element(codeField()).toHaveValue('123456');
  await expect.element(button('Verify Code')).toBeEnabled();
  expect(calls).toEqual([]);
  await userEvent.click(button('Verify Code'));
  await says('Please accept the Terms of Service and Privacy Policy');
  expect(calls).toEqual([]);
  await userEvent.click(terms());
  await userEvent.click(button('Verify Code'));
  await expect
    .poll(() => callsTo(verifyPath)[0]?.body)
    .toMatchObject({
      email: 'ada@example.com',
      otp: '123456',
      terms_version: site.legal.termsVersion,
    });
});

test('accepted terms are not asked for again in the code step', async () => {
  localStorage.setItem('auth_terms_accepted', 'true');
  localStorage.setItem('auth_terms_version', site.legal.termsVersion);
  const { callsTo } = stubApi({ [verifyPath]: tokens });
  await open('/auth?email=ada%40example.com&otp=123456');
  await expect.element(button('Verify Code')).toBeEnabled();
  await expect.element(terms()).not.toBeInTheDocument();
  await userEvent.click(button('Verify Code'));
  await expect.poll(() => callsTo(verifyPath)).toHaveLength(1);
});

test('changed terms must be accepted again', async () => {
  localStorage.setItem('auth_terms_accepted', 'true');
  localStorage.setItem('auth_terms_version', '2020-01-01');
  await open();
  await expect.element(terms()).not.toBeChecked();
  await expect.element(button('Send Verification Code')).toBeDisabled();
});

test('a link or an earlier visit fills in the address only', async () => {
  localStorage.setItem('auth_email', 'grace@example.com');
  localStorage.setItem('auth_terms_accepted', 'true');
  localStorage.setItem('auth_terms_version', site.legal.termsVersion);
  const { unmount } = await open();
  await expect.element(emailField()).toHaveValue('grace@example.com');
  await expect.element(terms()).toBeChecked();
  await unmount();
  await open('/auth?email=ada%40example.com');
  await expect.element(emailField()).toHaveValue('ada@example.com');
});

test('a signed-in user is redirected to the dashboard', async () => {
  signInAs('ada@example.com');
  const { router } = await open();
  await expect.poll(() => router.state.location.pathname).toBe('/dashboard');
});

test.each(['verify', 'reauth'])('with flow=%s a signed-in user stays', async (flow) => {
  signInAs('ada@example.com');
  await open(`/auth?flow=${flow}`);
  await expect.element(heading('Sign In')).toBeVisible();
});
