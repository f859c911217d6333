import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import Profile from '#areas/accounts/ui/profile/Profile.tsx';
import { session } from '#client/session.ts';
import { useSession } from '#client/use-session.ts';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { buildUser } from '#test/fixtures/accounts.ts';
import { UserMenu } from './UserMenu.tsx';

const readPath = 'GET /apix/accounts/profile/';
const savePath = 'PATCH /apix/accounts/profile/partial/';
const picture = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';

function Screen() {
  const { email } = useSession();
  return (
    <>
      <header>
        <UserMenu email={email ?? ''} />
      </header>
      <Profile />
    </>
  );
}
const open = () => renderScreen('/profile', [{ path: '/profile', element: Screen }]);
const menu = () => page.getByRole('button', { name: 'Your account' });

beforeEach(() => {
  resetBrowser();
  signInAs('demo@example.com');
});
afterEach(resetBrowser);

test('the menu shows the name of the profile and updates at once', async () => {
  const ana = buildUser({ first_name: 'Ana', last_name: 'Mora', full_name: 'Ana Mora' });
  stubApi({
    [readPath]: { status: 200, body: buildUser() },
    [savePath]: { status: 200, body: ana },
  });
  await open();
  await expect.poll(() => menu().element().textContent).toMatch(/^AL/);
  await userEvent.click(page.getByRole('button', { name: 'Edit Profile' }));
  await userEvent.fill(page.getByLabelText('First name'), 'Ana');
  await userEvent.click(page.getByRole('button', { name: 'Save Changes' }));
  await expect.poll(() => menu().element().textContent).toMatch(/^AM/);
});

test('the menu shows the picture, also before the profile is refetched', async () => {
  stubApi({ [readPath]: { status: 200, body: buildUser({ avatar: picture }) } });
  const { unmount } = await open();
  const pictureUrl = () => menu().element().querySelector('img')?.getAttribute('src');
  await expect.poll(pictureUrl).toBe(picture);
  await unmount();
  stubApi({});
  await open();
  await expect.poll(pictureUrl).toBe(picture);
  session.savePerson({ name: 'Ada', avatar: null });
  await expect.poll(pictureUrl).toBeUndefined();
});
