import { KeyRound, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '#ui/dialogs/ConfirmDialog.tsx';
import { MenuItem, MenuSeparator } from '#ui/Menu.tsx';
import { RowMenu } from '#ui/table/RowMenu.tsx';
import type { ChangedCredentialsWire } from '../../wire/index.ts';
import { ChangeCredentialsDialog, type CredentialsBody } from './ChangeCredentialsDialog.tsx';

type ProxyMenuProps = {
  name: string;
  /** Menu items besides Remove. */
  children: ReactNode;
  /** Absent when the proxy cannot be removed; its credentials cannot be changed then either. */
  onRemove: (() => Promise<unknown>) | undefined;
  /** Consequences of the removal. */
  loss: string;
  host: string;
  changeCredentials: (body: CredentialsBody) => Promise<ChangedCredentialsWire>;
};

/** Actions for a proxy. Removal asks for confirmation. */
export function ProxyMenu(props: ProxyMenuProps) {
  const { name, children, onRemove, loss, host, changeCredentials } = props;
  const [isRemoving, setRemoving] = useState(false);
  const [isChanging, setChanging] = useState(false);
  if (!onRemove) return <RowMenu name={name}>{children}</RowMenu>;
  return (
    <>
      <RowMenu name={name}>
        {children}
        <MenuItem icon={<KeyRound size={16} aria-hidden />} onSelect={() => setChanging(true)}>
          Change credentials
        </MenuItem>
        <MenuSeparator />
        <MenuItem
          icon={<Trash2 size={16} aria-hidden />}
          tone="danger"
          onSelect={() => setRemoving(true)}
        >
          Remove
        </MenuItem>
      </RowMenu>
      <ConfirmDialog
        isOpen={isRemoving}
        onOpenChange={setRemoving}
        title={`Remove ${name}?`}
        description={loss}
        confirmLabel="Remove proxy"
        busyLabel="Removing..."
        onConfirm={onRemove}
      />
      {isChanging && (
        <ChangeCredentialsDialog
          host={host}
          change={changeCredentials}
          onClose={() => setChanging(false)}
        />
      )}
    </>
  );
}
