import sharp from 'sharp';
import { expect, readCode, readMails, requestCode, signIn, test, uniqueEmail } from './person.ts';

test('a person signs in by code, edits the profile, changes the picture and signs out', async ({
  page,
  quiet,
}) => {
  // An invalid number, which only the server detects.
  quiet.allow(/status of 400 .*profile\/partial/);
  const address = uniqueEmail();
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
  await requestCode(page, address);
  await expect(page.getByText('OTP code sent to your email').first()).toBeVisible();
  const code = await readCode(address);
  await page.getByLabel('Verification code').fill(code);
  await page.waitForURL('**/dashboard');
  await expect(page.getByText('Login successful').first()).toBeVisible();

  await page.getByRole('link', { name: 'Profile', exact: true }).first().click();
  await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible();
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Lovelace');
  await page.getByLabel('Phone').fill('0');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Please enter a valid phone number').first()).toBeVisible();
  await page.getByLabel('Phone').fill('+1 (415) 555-0132');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Profile updated successfully').first()).toBeVisible();
  await expect(page.getByText('Lovelace', { exact: true })).toBeVisible();
  await expect(page.getByText('+14155550132')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeFocused();
  const menu = page.getByRole('banner').getByRole('button', { name: 'Your account' });
  await expect(menu).toContainText('AL');

  const picture = await sharp({
    create: { width: 300, height: 300, channels: 3, background: '#c52' },
  })
    .png()
    .toBuffer();
  const file = { name: 'me.png', mimeType: 'image/png', buffer: picture };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Use this picture' }).click();
  await expect(page.getByText('Avatar updated successfully').first()).toBeVisible();
  await expect(page.locator('main img').first()).toHaveAttribute('src', /\/media\/avatars\//);
  await expect(menu.locator('img')).toHaveAttribute('src', /\/media\/avatars\//);
  const broken = { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('no picture') };
  await page.locator('input[type=file]').setInputFiles(broken);
  await expect(page.getByText('Please select an image file').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Use this picture' })).toBeHidden();
  await page.goto('/');
  await expect(menu.locator('img')).toHaveAttribute('src', /\/media\/avatars\//);
  await page.goto('/dashboard/profile');
  await expect(page.getByText('Lovelace', { exact: true })).toBeVisible();

  await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click();
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await expect(dialog.getByText('Are you sure you want to logout?')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click();
  await dialog.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('**/auth');
  await expect(page.getByText('Successfully logged out').first()).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull();
});

test('a protected page leads to sign-in and back to that page', async ({ page }) => {
  const address = uniqueEmail();
  await page.goto('/dashboard/sessions?from=mail');
  await page.waitForURL('**/auth');
  await requestCode(page, address);
  await page.getByLabel('Verification code').fill(await readCode(address));
  await page.waitForURL('**/dashboard/sessions?from=mail');
  await expect(page.getByText('This device')).toBeVisible();
});

test('a wrong code is answered, and Back and another code lead on', async ({ page, quiet }) => {
  quiet.allow(/status of 400/);
  const address = uniqueEmail();
  await page.goto('/auth');
  await requestCode(page, address);
  const code = await readCode(address);
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  await page.getByLabel('Verification code').fill('12345');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Please enter the 6-digit verification code')).toBeVisible();
  await page.getByLabel('Verification code').fill(wrong);
  await expect(page.getByText(/Invalid OTP code/).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Ask for a new code' })).toBeDisabled();
  await page.getByRole('button', { name: '← Back' }).click();
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused();
  await page.getByRole('button', { name: 'Send Verification Code' }).click();
  await expect(page.getByRole('heading', { name: 'Verify Your Email' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Resend/ })).toBeDisabled();
  await page.getByLabel('Verification code').fill(code);
  await page.waitForURL('**/dashboard');
});

test('a reload keeps the code step, and an answer that got lost is asked for again', async ({
  page,
  quiet,
}) => {
  quiet.allow(/ERR_FAILED/);
  const address = uniqueEmail();
  await page.goto('/auth');
  await requestCode(page, address);
  const code = await readCode(address);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Verify Your Email' })).toBeVisible();
  await expect(page.getByText(address)).toBeVisible();
  await expect(page.getByRole('button', { name: /Resend in/ })).toBeDisabled();
  let isLost = false;
  await page.route('**/apix/accounts/otp/verify/', async (route) => {
    if (isLost) return route.continue();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
  await page.getByLabel('Verification code').fill(code);
  await expect(page.getByText('An unexpected error occurred')).toBeVisible();
  await expect(page.getByLabel('Verification code')).toHaveValue(code);
  await page.getByRole('button', { name: 'Verify Code' }).click();
  await page.waitForURL('**/dashboard');
});

test('a lock counts down, and no code is sent meanwhile', async ({ page, quiet }) => {
  quiet.allow(/status of 4(00|29)/);
  const address = uniqueEmail();
  await page.goto('/auth');
  await requestCode(page, address);
  const code = await readCode(address);
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  for (const left of ['4 tries', '3 tries', '2 tries', '1 try']) {
    await page.getByLabel('Verification code').fill(wrong);
    await expect(page.getByText(`${left} left.`)).toBeVisible();
  }
  await page.getByLabel('Verification code').fill(wrong);
  await expect(page.getByText('Try again in 15 minutes.')).toBeVisible();
  await expect(page.getByRole('button', { name: /Resend in 1[45]:/ })).toBeDisabled();
  await page.getByRole('button', { name: '← Back' }).click();
  await page.goto('/auth');
  await page.getByRole('textbox', { name: 'Email' }).fill(address);
  await page.getByRole('button', { name: 'Send Verification Code' }).click();
  await expect(page.getByRole('button', { name: /Send Verification Code in 14:/ })).toBeDisabled();
  expect(await readMails(address)).toHaveLength(1);
});

test('the link in the mail fills the code and signs nobody in by itself', async ({ page }) => {
  const address = uniqueEmail();
  await page.goto('/auth');
  await requestCode(page, address);
  await readCode(address);
  const [mail] = await readMails(address);
  const link = /https?:\/\/\S+\/auth\?\S+/.exec(mail!.text)![0];
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Verify Your Email' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Verify Code' })).toBeEnabled();
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull();
  await page.getByRole('button', { name: 'Verify Code' }).click();
  await page.waitForURL('**/dashboard');
});

test('signing out in one tab signs the other one out', async ({ page, context }) => {
  await signIn(page, uniqueEmail());
  const other = await context.newPage();
  await other.goto('/dashboard/profile');
  await expect(other.getByRole('heading', { name: 'Profile Settings' })).toBeVisible();
  await page.goto('/dashboard/profile');
  await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('**/auth');
  await expect(other.getByText('Please log in to view your profile.')).toBeVisible();
  await other.getByRole('link', { name: 'Go to Sign In' }).click();
  await other.waitForURL('**/auth');
});

test('an account is deleted with a code', async ({ page }) => {
  const address = uniqueEmail();
  await signIn(page, address);
  await page.goto('/dashboard/profile');
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  await dialog.getByRole('button', { name: /Send|code/i }).click();
  const code = await readCode(address, 2);
  await dialog.getByRole('textbox').fill(code);
  await dialog.getByRole('button', { name: /Delete/ }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/dashboard'));
  await expect
    .poll(async () => (await readMails(address)).map(({ subject }) => subject))
    .toContain('Your Weftline account was deleted');
});
