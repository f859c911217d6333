import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { z } from 'zod';
import { CallError } from '#lib/call-error.ts';
import { Button } from '#ui/Button.tsx';
import { FormError } from '#ui/fields/FormError.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { useFormFields } from '#ui/fields/use-form-fields.ts';
import { type ApiFormOptions, useApiForm } from './use-api-form.ts';

type Values = { title: string; price: string };
type Body = { name: string; price: number };
type Options = ApiFormOptions<Values, Body>;

const schema = z.object({
  name: z.string().min(1, 'Enter a name.'),
  price: z.number({ error: 'Enter a number.' }),
});

function Form(options: Pick<Options, 'save'> & Partial<Options>) {
  const { form, submit, isBusy, hasChanges } = useApiForm<Values, Body>({
    defaultValues: { title: '', price: '1' },
    toBody: ({ title, price }) => ({ name: title.trim(), price: Number(price) }),
    fieldNames: { name: 'title' },
    loadSchema: () => Promise.resolve(schema),
    ...options,
  });
  const field = useFormFields(form);
  return (
    <form onSubmit={submit} noValidate>
      <FormError form={form} />
      <TextField label="Title" {...field('title')} />
      <TextField label="Price" {...field('price')} />
      <Button type="submit" isBusy={isBusy}>
        Save
      </Button>
      <output>{hasChanges ? 'changed' : 'unchanged'}</output>
    </form>
  );
}

const field = (label: string) => page.getByLabelText(label);
const save = () => page.getByRole('button', { name: 'Save' }).click();
const refuse = (status: number, body: unknown) => () => Promise.reject(new CallError(status, body));

test("the contract's messages appear at the form's own fields and nothing is sent", async () => {
  const send = vi.fn(() => Promise.resolve());
  await render(<Form save={send} />);
  await field('Price').fill('many');
  await save();
  await expect.element(field('Title')).toHaveAccessibleDescription('Enter a name.');
  await expect.element(field('Price')).toHaveAccessibleDescription('Enter a number.');
  await expect.element(field('Title')).toHaveFocus();
  expect(send).not.toHaveBeenCalled();
  await field('Price').fill('2');
  await expect.element(field('Price')).not.toHaveAttribute('aria-invalid', 'true');
});

test('a rule of the screen wins over the schema', async () => {
  await render(<Form save={refuse(500, null)} rules={() => ({ title: 'Taken.' })} />);
  await save();
  await expect.element(field('Title')).toHaveAccessibleDescription('Taken.');
});

test('the server validates when the schema does not load', async () => {
  const send = vi.fn(() => Promise.resolve());
  const loadSchema = () => Promise.reject(new Error('offline'));
  await render(<Form save={send} loadSchema={loadSchema} />);
  await save();
  await expect.poll(() => send).toHaveBeenCalled();
  expect(send).toHaveBeenCalledWith({ name: '', price: 1 }, expect.anything());
});

test('errors of the server appear at their fields', async () => {
  await render(<Form save={refuse(400, { name: ['This name is taken.'] })} />);
  await field('Title').fill('x');
  await save();
  await expect.element(field('Title')).toHaveAccessibleDescription('This name is taken.');
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('an error that concerns no field appears above the form, with the values kept', async () => {
  await render(<Form save={refuse(409, { detail: 'The plan is full.', code: 'full' })} />);
  await field('Title').fill('x');
  await save();
  await expect.element(page.getByText('The plan is full.')).toBeVisible();
  await expect.element(field('Title')).toHaveValue('x');
  await expect.element(page.getByText('changed', { exact: true })).toBeVisible();
});

test('only a call without a response is repeated with the same key', async () => {
  const failures = [new CallError(0, null), new CallError(500, null), undefined];
  const keys: string[] = [];
  const send: Options['save'] = (_, { idempotencyKey }) => {
    keys.push(idempotencyKey);
    const failure = failures.shift();
    return failure ? Promise.reject(failure) : Promise.resolve();
  };
  await render(<Form save={send} />);
  await field('Title').fill('x');
  for (const count of [1, 2, 3]) {
    await save();
    await expect.poll(() => keys).toHaveLength(count);
    await expect
      .element(page.getByRole('button', { name: 'Save' }))
      .not.toHaveAttribute('aria-busy');
  }
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[1]);
});
