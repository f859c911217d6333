import { Ellipsis, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/dialogs/ConfirmDialog.tsx';
import { Menu, MenuItem, MenuSeparator } from '#ui/Menu.tsx';

type ProxyMenuProps = {
  name: string;
  /** Menu items besides Remove. */
  children: ReactNode;
  /** Absent when the proxy cannot be removed. */
  onRemove: (() => Promise<unknown>) | undefined;
  /** Consequences of the removal. */
  loss: string;
};

/** Actions for a proxy. Removal asks for confirmation. */
export function ProxyMenu({ name, children, onRemove, loss }: ProxyMenuProps) {
  const [isRemoving, setRemoving] = useState(false);
  const trigger = (
    <Button variant="quiet" size="small" isIconOnly icon={<Ellipsis size={18} aria-hidden />}>
      {`Actions for ${name}`}
    </Button>
  );
  if (!onRemove) return <Menu trigger={trigger}>{children}</Menu>;
  return (
    <>
      <Menu trigger={trigger}>
        {children}
        <MenuSeparator />
        <MenuItem
          icon={<Trash2 size={16} aria-hidden />}
          tone="danger"
          onSelect={() => setRemoving(true)}
        >
          Remove
        </MenuItem>
      </Menu>
      <ConfirmDialog
        isOpen={isRemoving}
        onOpenChange={setRemoving}
        title={`Remove ${name}?`}
        description={loss}
        confirmLabel="Remove proxy"
        busyLabel="Removing..."
        onConfirm={onRemove}
      />
    </>
  );
}
