import { expect, test } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '../../app.css';
import { Button, ButtonLink } from '../Button.tsx';

const printed = (media: 'print' | '') =>
  (cdp() as { send: (method: string, input: object) => Promise<unknown> }).send(
    'Emulation.setEmulatedMedia',
    { media },
  );

test('what is printed is the content, black on white, without menus and buttons', async () => {
  await render(
    <>
      <header>The header of the site</header>
      <aside>The sidebar</aside>
      <main>
        <header>
          <h1>Invoice 7</h1>
          <Button>Download</Button>
          <ButtonLink href="/pay">Pay now</ButtonLink>
        </header>
        <p>
          See <a href="https://example.com/terms">the terms</a>.
        </p>
        <table>
          <thead>
            <tr>
              <th>
                <button type="button">Amount</button>
              </th>
            </tr>
          </thead>
        </table>
      </main>
    </>,
  );
  await printed('print');
  try {
    for (const words of ['Invoice 7', 'the terms', 'Amount'])
      await expect.element(page.getByText(words)).toBeVisible();
    for (const words of ['The header of the site', 'The sidebar', 'Download', 'Pay now'])
      await expect.element(page.getByText(words)).not.toBeVisible();
    const link = page.getByText('the terms').element();
    expect(getComputedStyle(link, '::after').content).toContain('https://example.com/terms');
    const { color } = getComputedStyle(page.getByText('Invoice 7').element());
    expect(color).toBe('rgb(0, 0, 0)');
    expect(getComputedStyle(document.documentElement).getPropertyValue('--ground')).toBe('#fff');
  } finally {
    await printed('');
  }
});
