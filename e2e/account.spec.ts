import sharp from 'sharp';
import { expect, readCode, requestCode, signIn, test, uniqueEmail } from './person.ts';

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

test('signing out in one tab signs the other one out', async ({ page, context }) => {
  await signIn(page);
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
