import { useApiForm } from '#client/use-api-form.ts';
import { useLeaveGuard } from '#client/use-leave-guard.ts';
import { FormDialog } from '#ui/dialogs/FormDialog.tsx';
import { Checkbox } from '#ui/fields/Checkbox.tsx';
import { FormError } from '#ui/fields/FormError.tsx';
import { TextArea } from '#ui/fields/TextArea.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { useFormFields } from '#ui/fields/use-form-fields.ts';
import type { NewSubUserWire, SubUserWire } from '../../wire/index.ts';
import { useCreateSubUser, useEditSubUser } from './queries.ts';
import {
  emptyValues,
  type SubUserForm,
  type SubUserValues,
  subUserFieldNames,
  subUserRules,
  toBody,
  toValues,
} from './sub-user-form.ts';

function SubUserFields({ form }: { form: SubUserForm }) {
  const field = useFormFields(form);
  return (
    <>
      <FormError form={form} title="The sub-user was not saved" />
      <TextField
        label="Name"
        help="Part of the user name: RESOURCE.user-NAME. a-z, 0-9, - and _."
        required
        maxLength={63}
        autoComplete="off"
        {...field('name')}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Traffic per month, GB"
          help="In both directions. Empty for no limit."
          inputMode="decimal"
          autoComplete="off"
          {...field('traffic')}
        />
        <TextField
          label="Requests per month"
          help="Retries count. Empty for no limit."
          inputMode="numeric"
          autoComplete="off"
          {...field('requests')}
        />
        <TextField
          label="Price per GB, US dollars"
          help="Your own price, to count what the traffic costs. Empty for none."
          inputMode="decimal"
          autoComplete="off"
          {...field('price')}
        />
        <TextField
          label="Cost per month, US dollars"
          help="At your price per GB. Empty for no limit."
          inputMode="decimal"
          autoComplete="off"
          {...field('spend')}
        />
      </div>
      <TextArea
        label="Addresses without password"
        help="One a line, such as 203.0.113.7 or 203.0.113.0/24. A client there may omit the password after it has logged in with it once."
        isCode
        rows={2}
        spellCheck={false}
        {...field('addresses')}
      />
      <Checkbox label="Active" {...form.register('is_active')} />
    </>
  );
}

type SubUserDialogProps = {
  title: string;
  submitLabel: string;
  start: SubUserValues;
  save: (body: ReturnType<typeof toBody>) => Promise<void>;
  onClose: () => void;
};

function SubUserDialog({ title, submitLabel, start, save, onClose }: SubUserDialogProps) {
  const { form, submit, isBusy, hasChanges } = useApiForm({
    defaultValues: start,
    loadSchema: () => import('../../wire/sub-users.form.ts').then((one) => one.subUserSchema),
    rules: subUserRules,
    fieldNames: subUserFieldNames,
    toBody,
    save,
  });
  return (
    <FormDialog
      title={title}
      submitLabel={submitLabel}
      busyLabel="Saving..."
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
      guard={useLeaveGuard(hasChanges)}
    >
      <SubUserFields form={form} />
    </FormDialog>
  );
}

type NewProps = {
  resource: string;
  onCreated: (subUser: NewSubUserWire) => void;
  onClose: () => void;
};

export function NewSubUserDialog({ resource, onCreated, onClose }: NewProps) {
  const create = useCreateSubUser(resource);
  return (
    <SubUserDialog
      title={`Create a sub-user of ${resource}`}
      submitLabel="Create sub-user"
      start={emptyValues}
      save={async (body) => onCreated(await create.mutateAsync(body))}
      onClose={onClose}
    />
  );
}

type EditProps = { resource: string; subUser: SubUserWire; onClose: () => void };

export function EditSubUserDialog({ resource, subUser, onClose }: EditProps) {
  const edit = useEditSubUser(resource, subUser.id);
  return (
    <SubUserDialog
      title={`Sub-user ${subUser.name}`}
      submitLabel="Save sub-user"
      start={toValues(subUser)}
      save={async (body) => {
        await edit.mutateAsync(body);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
