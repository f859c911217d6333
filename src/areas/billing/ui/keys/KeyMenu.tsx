import { EyeOff, LifeBuoy, Pencil, Power, RotateCw, Trash2 } from 'lucide-react';
import { useNavigate } from 'react-router';
import { MenuItem, MenuSeparator } from '#ui/Menu.tsx';
import { RowMenu } from '#ui/table/RowMenu.tsx';
import { resultToasts } from '#ui/toast.ts';
import type { ApiKeyWire } from '../../wire/index.ts';
import { canDo, type KeyAction } from './KeyDetails.tsx';
import { useHideKey, useSwitchKey } from './queries.ts';

const icons = { edit: Pencil, rotate: RotateCw, revoke: Trash2 };

type KeyMenuProps = { apiKey: ApiKeyWire; onAction: (action: KeyAction) => void };

/** Awaited here, because the menu unmounts before the response arrives. */
async function showResult(change: Promise<unknown>, done: string) {
  const results = resultToasts('key');
  try {
    await change;
    results.success(done);
  } catch (error) {
    results.fail(error);
  }
}

function SwitchItem({ apiKey }: { apiKey: ApiKeyWire }) {
  const change = useSwitchKey(apiKey.id);
  const isActive = apiKey.status === 'active';
  const done = `Key ${apiKey.name} is ${isActive ? 'switched off' : 'active again'}`;
  return (
    <MenuItem
      icon={<Power size={16} aria-hidden />}
      onSelect={() => void showResult(change.mutateAsync(!isActive), done)}
    >
      {isActive ? 'Deactivate' : 'Activate'}
    </MenuItem>
  );
}

/** Its requests stay counted. */
function HideItem({ apiKey }: { apiKey: ApiKeyWire }) {
  const hide = useHideKey(apiKey.id);
  const done = `Key ${apiKey.name} removed from the list`;
  return (
    <MenuItem
      icon={<EyeOff size={16} aria-hidden />}
      onSelect={() => void showResult(hide.mutateAsync(undefined), done)}
    >
      Remove from the list
    </MenuItem>
  );
}

function AskItem({ apiKey }: { apiKey: ApiKeyWire }) {
  const navigate = useNavigate();
  return (
    <MenuItem
      icon={<LifeBuoy size={16} aria-hidden />}
      onSelect={() => navigate(`/dashboard/support/new?about=key:${apiKey.id}`)}
    >
      Ask support
    </MenuItem>
  );
}

function LiveItems({ apiKey, onAction }: KeyMenuProps) {
  const item = (action: KeyAction, label: string) => {
    const Icon = icons[action];
    return (
      canDo(apiKey, action) && (
        <MenuItem
          icon={<Icon size={16} aria-hidden />}
          tone={action === 'revoke' ? 'danger' : 'plain'}
          onSelect={() => onAction(action)}
        >
          {label}
        </MenuItem>
      )
    );
  };
  return (
    <>
      {item('edit', 'Edit')}
      {item('rotate', 'Rotate')}
      {apiKey.status !== 'expired' && <SwitchItem apiKey={apiKey} />}
      <AskItem apiKey={apiKey} />
      <MenuSeparator />
      {item('revoke', 'Revoke')}
    </>
  );
}

export const KeyMenu = (props: KeyMenuProps) => (
  <RowMenu name={props.apiKey.name}>
    {props.apiKey.status === 'revoked' ? (
      <HideItem apiKey={props.apiKey} />
    ) : (
      <LiveItems {...props} />
    )}
  </RowMenu>
);
