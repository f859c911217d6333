import { useState } from 'react';
import { useViewer } from '#client/viewer.ts';
import { ConfirmDialog } from '#ui/dialogs/ConfirmDialog.tsx';
import { MenuItem } from '#ui/Menu.tsx';
import { RowMenu } from '#ui/table/RowMenu.tsx';
import { toast } from '#ui/toast.ts';
import type { TariffVersionWire } from '../../wire/index.ts';
import { useDiscardTariff, usePublishTariff, useRetireTariff } from './queries.ts';

type VersionAction = 'publish' | 'retire' | 'discard';
type VersionActionsProps = { version: TariffVersionWire; onCopy: () => void };

const texts: Record<VersionAction, { label: string; description: string; done: string }> = {
  publish: {
    label: 'Publish',
    description: 'It is sold from now on and replaces the previous version.',
    done: 'is published',
  },
  retire: {
    label: 'Retire',
    description: 'It is no longer sold. Current subscribers keep it.',
    done: 'is retired',
  },
  discard: {
    label: 'Delete draft',
    description: "It was never sold. This can't be undone.",
    done: 'is deleted',
  },
};

export function VersionActions({ version, onCopy }: VersionActionsProps) {
  const { may } = useViewer();
  const [action, setAction] = useState<VersionAction>();
  const changes = {
    publish: usePublishTariff(),
    retire: useRetireTariff(),
    discard: useDiscardTariff(),
  };
  if (!may('tariffs.write')) return null;
  const name = `${version.name}, version ${version.version}`;
  return (
    <>
      <RowMenu name={name}>
        <MenuItem onSelect={onCopy}>Draft the next version</MenuItem>
        {version.state === 'draft' && (
          <>
            <MenuItem onSelect={() => setAction('publish')}>Publish</MenuItem>
            <MenuItem tone="danger" onSelect={() => setAction('discard')}>
              Delete draft
            </MenuItem>
          </>
        )}
        {version.state === 'published' && !version.is_free && (
          <MenuItem tone="danger" onSelect={() => setAction('retire')}>
            Retire
          </MenuItem>
        )}
      </RowMenu>
      {action && (
        <ConfirmDialog
          isOpen
          onOpenChange={(isOpen) => !isOpen && setAction(undefined)}
          title={`${texts[action].label} ${name}?`}
          description={texts[action].description}
          confirmLabel={texts[action].label}
          tone={action === 'publish' ? 'primary' : 'danger'}
          onConfirm={async () => {
            await changes[action].mutateAsync(version.id);
            toast.success(`${name} ${texts[action].done}`);
          }}
        />
      )}
    </>
  );
}
