import { useApiForm } from '#client/use-api-form.ts';
import { useLeaveGuard } from '#client/use-leave-guard.ts';
import type { CallInput } from '#lib/endpoint-types.ts';
import { formatCount } from '#lib/format.ts';
import { FormDialog } from '#ui/dialogs/FormDialog.tsx';
import { FormError } from '#ui/fields/FormError.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { useFormFields } from '#ui/fields/use-form-fields.ts';
import { toast } from '#ui/toast.ts';
import type { ChangedCredentialsWire, changePoolCredentials } from '../../wire/index.ts';

export type CredentialsBody = CallInput<typeof changePoolCredentials>['body'];
type Values = { host: string; port: string; username: string; password: string };

const toBody = ({ host, port, username, password }: Values): CredentialsBody => ({
  host,
  password,
  ...(port.trim() && { port: /^\d+$/.test(port.trim()) ? Number(port) : Number.NaN }),
  ...(username && { username }),
});
const loadSchema = () =>
  import('../../wire/proxy-credentials.form.ts').then((module) => module.changeCredentialsBody);

type ChangeCredentialsProps = {
  host: string;
  change: (body: CredentialsBody) => Promise<ChangedCredentialsWire>;
  onClose: () => void;
};

/** New credentials for all proxies of a host. */
export function ChangeCredentialsDialog({ host, change, onClose }: ChangeCredentialsProps) {
  const { form, submit, isBusy, hasChanges } = useApiForm<Values, CredentialsBody>({
    defaultValues: { host, port: '', username: '', password: '' },
    toBody,
    loadSchema,
    save: async (body) => {
      const { changed } = await change(body);
      const proxies = formatCount(changed, 'proxy', 'proxies');
      toast.success(`${proxies} of ${body.host} changed`);
      onClose();
    },
  });
  const field = useFormFields(form);
  return (
    <FormDialog
      title={`Change credentials of ${host}`}
      description="For all proxies of the host that were added by hand. Open connections end normally."
      submitLabel="Change credentials"
      busyLabel="Changing..."
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
      guard={useLeaveGuard(hasChanges)}
      loss="The credentials are not changed yet."
    >
      <FormError form={form} title="The credentials were not changed" />
      <TextField label="Host" required autoComplete="off" {...field('host')} />
      <TextField
        label="Port"
        help="Leave it empty for all ports."
        inputMode="numeric"
        autoComplete="off"
        {...field('port')}
      />
      <TextField
        label="User name"
        help="Leave it empty to keep the user name of each proxy."
        autoComplete="off"
        {...field('username')}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="new-password"
        {...field('password')}
      />
    </FormDialog>
  );
}
