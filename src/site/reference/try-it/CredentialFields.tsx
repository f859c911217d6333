import { useCreateKey } from '#areas/billing/ui/keys/queries.ts';
import { saveReturnUrl } from '#client/return-url.ts';
import type { Permission } from '#lib/endpoint.ts';
import type { Scope } from '#lib/scopes.ts';
import { Button } from '#ui/Button.tsx';
import { SelectField } from '#ui/fields/SelectField.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { toastError } from '#ui/toast.ts';
import { type CredentialKind, kindLabels, listKeyScopes } from './credentials.ts';
import type { Credential } from './send-request.ts';

type CredentialFieldsProps = {
  permission: Permission;
  kinds: readonly CredentialKind[];
  isSignedIn: boolean;
  credential: Credential;
  onChange: (credential: Credential) => void;
};

/** Expires after a day; its secret is in this form only, and is gone when the page is left. */
const keyDays = 1;

type CreateKeyProps = { scopes: readonly Scope[]; onCreate: (key: string) => void };

function CreateKey({ scopes, onCreate }: CreateKeyProps) {
  const create = useCreateKey();
  const body = { name: 'API reference', scopes: [...scopes], expires_in_days: keyDays };
  return (
    <div className="grid justify-items-start gap-1">
      <Button
        size="small"
        isBusy={create.isPending}
        busyLabel="Creating..."
        onClick={() =>
          create.mutate(body, { onSuccess: ({ key }) => onCreate(key), onError: toastError })
        }
      >
        Create a key for this
      </Button>
      <p className="text-sm text-quiet">
        With the {scopes.length > 1 ? 'scopes' : 'scope'} <code>{scopes.join(', ')}</code>, for one
        day. You find it under <a href="/dashboard/keys">API keys</a>.
      </p>
    </div>
  );
}

const SignIn = () => (
  <p className="text-sm">
    <a href="/auth" onClick={() => saveReturnUrl(window.location.pathname)}>
      Sign in
    </a>{' '}
    to make this call with your account. You come back here.
  </p>
);

/** Who makes the call. */
export function CredentialFields(props: CredentialFieldsProps) {
  const { permission, kinds, isSignedIn, credential, onChange } = props;
  const scopes = listKeyScopes(permission);
  return (
    <>
      {!isSignedIn && permission !== 'public' && <SignIn />}
      {kinds.length > 1 && (
        <SelectField
          label="Made by"
          value={credential.kind}
          options={kinds.map((kind) => ({ value: kind, label: kindLabels[kind] }))}
          onChange={({ target: { value } }) =>
            onChange(
              value === 'key' ? { kind: 'key', key: '' } : { kind: value as 'none' | 'session' },
            )
          }
        />
      )}
      {credential.kind === 'key' && (
        <TextField
          label="API key"
          type="password"
          autoComplete="off"
          spellCheck={false}
          value={credential.key}
          onChange={({ target: { value } }) => onChange({ kind: 'key', key: value.trim() })}
          help="It is sent with the call, and stored nowhere."
        />
      )}
      {credential.kind === 'key' && isSignedIn && scopes.length > 0 && credential.key === '' && (
        <CreateKey scopes={scopes} onCreate={(key) => onChange({ kind: 'key', key })} />
      )}
    </>
  );
}
