import { Link } from 'react-router';
import { useApiForm } from '#client/use-api-form.ts';
import { Button } from '#ui/Button.tsx';
import { FormError } from '#ui/fields/FormError.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import type { NewApiKeyWire } from '../../wire/index.ts';
import { emptyValues, keyFieldNames, toCreateBody } from '../keys/key-form.ts';
import { useCreateKey } from '../keys/queries.ts';

type KeyFormProps = { onCreated: (key: NewApiKeyWire) => void };

/** A key with the usual scopes and expiry: only its name is asked for. */
export function KeyForm({ onCreated }: KeyFormProps) {
  const create = useCreateKey();
  const { form, submit, isBusy } = useApiForm({
    defaultValues: { ...emptyValues, name: 'My laptop' },
    loadSchema: () => import('../../wire/keys.form.ts').then((module) => module.createKeyBody),
    fieldNames: keyFieldNames,
    toBody: toCreateBody,
    save: async (body) => onCreated(await create.mutateAsync(body)),
  });
  return (
    <form onSubmit={submit} noValidate className="grid gap-3">
      <FormError form={form} title="The key was not created" />
      <div className="flex flex-wrap items-start gap-3">
        <TextField
          label="Name of the key"
          isLabelHidden
          required
          maxLength={100}
          autoComplete="off"
          className="min-w-0 flex-1 basis-48"
          error={form.formState.errors.name?.message}
          {...form.register('name')}
        />
        <Button type="submit" variant="primary" isBusy={isBusy} busyLabel="Creating...">
          Create key
        </Button>
      </div>
      <p className="text-sm text-quiet">
        It expires in {emptyValues.expiry} days and may make every call, but not read the logins of
        your proxies.{' '}
        <Link to="/dashboard/keys?new=key" className="link">
          Choose other settings
        </Link>
      </p>
    </form>
  );
}
