import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { buildUser } from '#test/fixtures/accounts.ts';
import Profile from './Profile.tsx';

const readPath = 'GET /apix/accounts/profile/';
const savePath = 'PATCH /apix/accounts/profile/partial/';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByLabelText(name, { exact: true });
const expectText = (words: string) =>
  expect.element(page.getByText(words, { exact: true }).first()).toBeVisible();
const open = () =>
  renderScreen('/dashboard/profile', [{ path: '/dashboard/profile', element: Profile }]);

async function openEditor(user = buildUser(), answers: Parameters<typeof stubApi>[0] = {}) {
  const api = stubApi({ [readPath]: { status: 200, body: user }, ...answers });
  const screen = await open();
  await userEvent.click(button('Edit Profile'));
  return { ...api, ...screen };
}

beforeEach(() => {
  resetBrowser();
  signInAs('ada@example.com');
});
afterEach(resetBrowser);

test('the account is shown with its date and status', async () => {
  stubApi({ [readPath]: { status: 200, body: buildUser() } });
  await open();
  await expect.element(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible();
  for (const words of ['ada@example.com', 'Ada', 'Lovelace', 'Analytical Engines', 'Engineer'])
    await expectText(words);
  await expectText('+441234567890');
  await expectText('Member since');
  await expectText('5 Mar 2026');
  await expectText('Choose which mails about money you get');
  await expectText('Account Status');
  await expectText('Active');
});

test('without a session the screen links to the sign-in', async () => {
  resetBrowser();
  const { router } = await open();
  await expectText('Not Authenticated');
  await expectText('Please log in to view your profile.');
  await userEvent.click(page.getByRole('link', { name: 'Go to Sign In' }));
  expect(router.state.location.pathname).toBe('/auth');
  expect(sessionStorage.getItem('auth_redirect_url')).toBe('/dashboard/profile');
});

test('a profile that failed to load can be retried', async () => {
  const api = stubApi({ [readPath]: { status: 503 } });
  await open();
  await expectText('Failed to load profile data');
  expect(localStorage.getItem('auth_token')).toBe('access');
  api.answers[readPath] = { status: 200, body: buildUser() };
  await userEvent.click(button('Try again'));
  await expectText('Analytical Engines');
});

test('a 401 for the profile and for the refresh ends the session', async () => {
  const refused = { status: 401, body: { detail: 'Not valid', code: 'token_not_valid' } };
  stubApi({ [readPath]: refused, 'POST /apix/accounts/token/refresh/': refused });
  await open();
  await expectText('Not Authenticated');
  expect(localStorage.getItem('auth_token')).toBeNull();
  expect(localStorage.getItem('refresh_token')).toBeNull();
});

test('a 401 for the profile is retried with a new token', async () => {
  stubApi({
    [readPath]: ({ headers }) =>
      headers.get('authorization') === 'Bearer new'
        ? { status: 200, body: buildUser() }
        : { status: 401, body: { detail: 'Not valid', code: 'token_not_valid' } },
    'POST /apix/accounts/token/refresh/': { status: 200, body: { access: 'new' } },
  });
  await open();
  await expectText('Analytical Engines');
  expect(localStorage.getItem('auth_token')).toBe('new');
});

test('editing saves the fields and shows them', async () => {
  const { callsTo } = await openEditor(buildUser(), {
    [savePath]: { status: 200, body: buildUser({ company: 'Engines Ltd' }) },
  });
  await expect.element(field('Email')).toHaveAttribute('readonly');
  await userEvent.fill(field('Company'), ' Engines Ltd ');
  await userEvent.click(button('Save Changes'));
  await expectText('Profile updated successfully');
  await expectText('Engines Ltd');
  await expect.element(button('Save Changes')).not.toBeInTheDocument();
  expect(callsTo(savePath)[0]?.body).toEqual({
    first_name: 'Ada',
    last_name: 'Lovelace',
    company: 'Engines Ltd',
    position: 'Engineer',
    phone: '+441234567890',
  });
});

test('names that were never filled in are omitted', async () => {
  const user = buildUser({ first_name: '', last_name: '' });
  const { callsTo } = await openEditor(user, { [savePath]: { status: 200, body: user } });
  await userEvent.fill(field('Position'), 'Author');
  await userEvent.click(button('Save Changes'));
  await expectText('Profile updated successfully');
  expect(Object.keys(callsTo(savePath)[0]?.body as object)).toEqual([
    'company',
    'position',
    'phone',
  ]);
});

test.each([
  ['First name', '', 'First name is required'],
  ['First name', 'x'.repeat(51), 'First name must be less than 50 characters'],
  ['Last name', ' ', 'Last name is required'],
  ['Last name', 'x'.repeat(51), 'Last name must be less than 50 characters'],
  ['Company', 'x'.repeat(101), 'Company name must be less than 100 characters'],
  ['Position', 'x'.repeat(101), 'Position must be less than 100 characters'],
  ['Phone', '1'.repeat(41), 'Please enter a valid phone number'],
])('%s %j is refused before it is sent', async (name, value, message) => {
  const { callsTo } = await openEditor();
  await userEvent.fill(field(name), value);
  await userEvent.click(button('Save Changes'));
  await expectText(message);
  expect(callsTo(savePath)).toEqual([]);
});

test.each([
  ['First name', 'x'.repeat(50)],
  ['Company', 'x'.repeat(100)],
  ['Position', 'x'.repeat(100)],
  ['Phone', '+1234567890123456'],
  ['Phone', '+1 (415) 555-0132'],
  ['Phone', ''],
])('%s %j is accepted', async (name, value) => {
  await openEditor(buildUser(), { [savePath]: { status: 200, body: buildUser() } });
  await userEvent.fill(field(name), value);
  await userEvent.click(button('Save Changes'));
  await expectText('Profile updated successfully');
});

test('a field error of the server is shown at the field', async () => {
  const body = { phone: ['Please enter a valid phone number'] };
  await openEditor(buildUser(), { [savePath]: { status: 400, body } });
  await userEvent.click(button('Save Changes'));
  await expectText('Failed to update profile');
  await expectText('Please enter a valid phone number');
  await expect.element(field('Phone')).toHaveAttribute('aria-invalid', 'true');
  await expect.element(field('Phone')).toHaveAccessibleDescription(/\+1 \(415\) 555-0132/);
});

test('Cancel discards the entries and the selected picture', async () => {
  await openEditor();
  await userEvent.fill(field('Company'), 'Something else');
  await userEvent.upload(page.getByLabelText('Profile picture'), createPicture(10));
  await expect.element(button('Use this picture')).toBeVisible();
  await userEvent.click(button('Cancel'));
  await expectText('Analytical Engines');
  await expect.element(button('Use this picture')).not.toBeInTheDocument();
  await userEvent.click(button('Edit Profile'));
  await expect.element(field('Company')).toHaveValue('Analytical Engines');
});

test('the focus goes into the form, and back to the button that opens it', async () => {
  await openEditor(buildUser(), { [savePath]: { status: 200, body: buildUser() } });
  await expect.element(field('First name')).toHaveFocus();
  await userEvent.click(button('Cancel'));
  await expect.element(button('Edit Profile')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(field('First name')).toHaveFocus();
  await userEvent.click(button('Save Changes'));
  await expect.element(button('Edit Profile')).toHaveFocus();
});

test('leaving with unsaved changes asks first', async () => {
  const { router } = await openEditor();
  await userEvent.fill(field('Company'), 'Something else');
  void router.navigate('/dashboard/keys');
  await userEvent.click(button('Stay'));
  expect(router.state.location.pathname).toBe('/dashboard/profile');
  await expect.element(field('Company')).toHaveValue('Something else');
  void router.navigate('/dashboard/keys');
  await userEvent.click(button('Leave without saving'));
  await expect.poll(() => router.state.location.pathname).toBe('/dashboard/keys');
});

const smallGif = Uint8Array.from(atob('R0lGODlhAQABAAAAACwAAAAAAQABAAA='), (letter) =>
  letter.charCodeAt(0),
);
/** A picture of this size: what follows its end is ignored. */
const createPicture = (sizeBytes: number) => {
  const rest = new Uint8Array(Math.max(0, sizeBytes - smallGif.length));
  return new File([smallGif, rest], 'picture.gif', { type: 'image/gif' });
};
const createFile = (text: string, type: string) => new File([text], 'picture.png', { type });

/** An upload whose course the test decides. */
class PlayedRequest {
  static last: PlayedRequest;
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  status = 0;
  response = new Blob();
  sent: FormData | undefined;
  headers: Record<string, string> = {};
  onload = () => {};
  onerror = () => {};
  open() {
    PlayedRequest.last = this;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  getResponseHeader() {
    return 'application/json';
  }
  send(body: FormData) {
    this.sent = body;
  }
  answer(status: number, body: unknown) {
    this.status = status;
    this.response = new Blob([JSON.stringify(body)]);
    this.onload();
  }
}

async function startUpload() {
  stubApi({ [readPath]: { status: 200, body: buildUser() } });
  vi.stubGlobal('XMLHttpRequest', PlayedRequest);
  await open();
  await userEvent.upload(page.getByLabelText('Profile picture'), createPicture(1000));
  await expect
    .element(page.getByRole('img', { name: 'Preview of your new picture' }))
    .toBeVisible();
  await userEvent.click(button('Use this picture'));
  await expect.poll(() => PlayedRequest.last?.sent?.get('avatar')).toBeInstanceOf(File);
  return PlayedRequest.last;
}

test('a picture is previewed, then uploaded with its progress', async () => {
  const request = await startUpload();
  expect(request.headers.authorization).toBe('Bearer access');
  request.upload.onprogress?.({ loaded: 400, total: 1000 });
  await expect.element(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '400');
  const picture = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';
  request.answer(200, buildUser({ avatar: picture }));
  await expectText('Avatar updated successfully');
  await expect.element(page.getByAltText('Your picture')).toHaveAttribute('src', picture);
});

test('leaving with a picture that is not uploaded asks first', async () => {
  stubApi({ [readPath]: { status: 200, body: buildUser() } });
  const { router } = await open();
  await userEvent.upload(page.getByLabelText('Profile picture'), createPicture(1000));
  await expect.element(button('Use this picture')).toBeVisible();
  void router.navigate('/dashboard/keys');
  await expect.element(page.getByText(/The new picture is not uploaded yet/)).toBeVisible();
  await userEvent.click(button('Stay'));
  expect(router.state.location.pathname).toBe('/dashboard/profile');
});

test('a failed upload shows the error and keeps the picture', async () => {
  const request = await startUpload();
  request.answer(400, { avatar: ['Please select an image file'] });
  await expectText('Failed to upload avatar');
  await expectText('Please select an image file');
  await expect.element(button('Use this picture')).toBeVisible();
});

test.each([
  ['a file that is no picture', createFile('Hello', 'text/plain'), 'Please select an image file'],
  ['a picture nobody can read', createFile('Hello', 'image/png'), 'Please select an image file'],
  ['a picture over 5 MB', createPicture(5_242_881), 'File size must be less than 5MB'],
])('%s is refused before it is sent', async (_, file, message) => {
  stubApi({ [readPath]: { status: 200, body: buildUser() } });
  await open();
  await userEvent.upload(page.getByLabelText('Profile picture'), file);
  await expectText(message);
  await expect.element(button('Use this picture')).not.toBeInTheDocument();
});

test('the last selected picture wins, whichever is read first', async () => {
  stubApi({ [readPath]: { status: 200, body: buildUser() } });
  let goOn = () => {};
  const gate = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const decode = vi.spyOn(Image.prototype, 'decode').mockReturnValueOnce(gate);
  const revoke = vi.spyOn(URL, 'revokeObjectURL');
  await open();
  await userEvent.upload(page.getByLabelText('Profile picture'), createPicture(1000));
  await expect.poll(() => decode.mock.calls).toHaveLength(1);
  await userEvent.upload(page.getByLabelText('Profile picture'), createPicture(2000));
  const preview = page.getByAltText('Preview of your new picture');
  await expect.element(preview).toBeVisible();
  const previewUrl = preview.element().getAttribute('src');
  goOn();
  await expect.poll(() => revoke.mock.calls).toHaveLength(1);
  expect(revoke).not.toHaveBeenCalledWith(previewUrl);
  await expect.element(preview).toHaveAttribute('src', previewUrl);
  decode.mockRestore();
  revoke.mockRestore();
});

test('a picture of exactly 5 MB is accepted, and can be discarded', async () => {
  stubApi({ [readPath]: { status: 200, body: buildUser() } });
  await open();
  await userEvent.upload(page.getByLabelText('Profile picture'), createPicture(5_242_880));
  await userEvent.click(button('Discard picture'));
  await expect.element(button('Change picture')).toBeVisible();
});

test('signing out asks for confirmation, then ends the session', async () => {
  const blacklistPath = 'POST /apix/accounts/token/blacklist/';
  const { callsTo } = stubApi({
    [readPath]: { status: 200, body: buildUser() },
    [blacklistPath]: { status: 204 },
  });
  const { router } = await open();
  await userEvent.click(button('Sign Out'));
  await expect.element(page.getByRole('alertdialog', { name: 'Logout' })).toBeVisible();
  await expectText('Are you sure you want to logout?');
  await userEvent.click(button('Cancel'));
  expect(localStorage.getItem('auth_token')).toBe('access');
  await userEvent.click(button('Sign Out'));
  await userEvent.click(button('Logout'));
  await expectText('Successfully logged out');
  expect(router.state.location.pathname).toBe('/auth');
  expect(localStorage.getItem('auth_token')).toBeNull();
  expect(callsTo(blacklistPath)[0]?.body).toEqual({ refresh: 'refresh' });
});

test('deleting the account asks for a code and then ends the session', async () => {
  const { callsTo } = stubApi({
    [readPath]: { status: 200, body: buildUser() },
    'POST /apix/accounts/delete/code/': {
      status: 200,
      body: { resend_after: 30, expires_in: 600 },
    },
    'POST /apix/accounts/delete/': ({ body }) =>
      (body as { otp: string }).otp === '123456'
        ? { status: 204 }
        : { status: 400, body: { non_field_errors: ['Invalid OTP code'], code: 'otp_invalid' } },
  });
  const { router } = await open();
  await userEvent.click(button('Delete account'));
  await expectText('Delete the account ada@example.com?');
  await userEvent.click(button('Send me a code'));
  const code = page.getByLabelText('The code we sent to ada@example.com');
  await userEvent.fill(code, '000000');
  await userEvent.click(button('Delete my account'));
  await expectText('Invalid OTP code');
  await userEvent.fill(code, '123456');
  await userEvent.click(button('Delete my account'));
  await expectText('Your account is deleted');
  expect(callsTo('POST /apix/accounts/delete/')).toHaveLength(2);
  expect(router.state.location.pathname).toBe('/auth');
  expect(localStorage.getItem('auth_token')).toBeNull();
});
