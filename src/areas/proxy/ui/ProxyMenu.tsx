import { Ellipsis, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { Menu, MenuItem, MenuSeparator } from '#ui/Menu.tsx';

type ProxyMenuProps = {
  name: string;
  /** What can be done with it, beside its removal. */
  children: ReactNode;
  /** Removes it for good; absent where it stays. */
  onRemove: (() => Promise<unknown>) | undefined;
  /** What goes with it. */
  loss: string;
};

/** What can be done with a proxy; its removal asks first. */
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
