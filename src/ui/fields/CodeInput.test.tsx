import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { CodeInput } from './CodeInput.tsx';

function Entry({ onComplete }: { onComplete?: (code: string) => void }) {
  const [code, setCode] = useState('');
  return <CodeInput label="Code" value={code} onChange={setCode} onComplete={onComplete} />;
}

const field = () => page.getByRole('textbox', { name: 'Code' });

async function pasteText(text: string) {
  const data = new DataTransfer();
  data.setData('text/plain', text);
  await userEvent.click(field());
  field()
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
}

test('asks the browser for a one-time code and a numeric keyboard', async () => {
  await render(<Entry />);
  await expect.element(field()).toHaveAttribute('autocomplete', 'one-time-code');
  await expect.element(field()).toHaveAttribute('inputmode', 'numeric');
  await expect.element(field()).toHaveAttribute('maxlength', '6');
});

test.each(['123 456', '123-456', ' 123456 ', '123\u2013456', '١٢٣ ٤٥٦'])(
  'pastes %j as 123456',
  async (text) => {
    const onComplete = vi.fn();
    await render(<Entry onComplete={onComplete} />);
    await pasteText(text);
    await expect.element(field()).toHaveValue('123456');
    await expect.poll(() => onComplete.mock.calls).toEqual([['123456']]);
  },
);

test('typing completes at the sixth digit and ignores letters', async () => {
  const onComplete = vi.fn();
  await render(<Entry onComplete={onComplete} />);
  await userEvent.click(field());
  await userEvent.keyboard('12a345');
  await expect.element(field()).toHaveValue('12345');
  expect(onComplete).not.toHaveBeenCalled();
  await userEvent.keyboard('6');
  await expect.poll(() => onComplete.mock.calls).toEqual([['123456']]);
});

test('digits of another script become ASCII as they are typed', async () => {
  await render(<Entry />);
  await userEvent.fill(field(), '१२３٤');
  await expect.element(field()).toHaveValue('1234');
});

test('an error is linked to the field', async () => {
  await render(<CodeInput label="Code" value="" onChange={() => {}} error="Invalid OTP code" />);
  await expect.element(field()).toHaveAccessibleDescription('Invalid OTP code');
  await expect.element(field()).toBeInvalid();
});
