import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { useViewer } from '#client/viewer.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { Menu, MenuItem } from '#ui/Menu.tsx';
import { toast } from '#ui/toast.ts';
import type { TariffVersionWire } from '../../contract.ts';
import { useDiscardTariff, usePublishTariff, useRetireTariff } from './queries.ts';

type Step = 'publish' | 'retire' | 'discard';
type VersionActionsProps = { version: TariffVersionWire; onCopy: () => void };

const words: Record<Step, { label: string; description: string; done: string }> = {
  publish: {
    label: 'Publish',
    description: 'It is sold from now on, in place of the version before.',
    done: 'is sold now',
  },
  retire: {
    label: 'Retire',
    description: 'It is sold no more. Who has it keeps it.',
    done: 'is sold no more',
  },
  discard: {
    label: 'Throw away',
    description: "Nobody has it. This can't be undone.",
    done: 'is thrown away',
  },
};

export function VersionActions({ version, onCopy }: VersionActionsProps) {
  const { may } = useViewer();
  const [step, setStep] = useState<Step>();
  const changes = {
    publish: usePublishTariff(),
    retire: useRetireTariff(),
    discard: useDiscardTariff(),
  };
  if (!may('tariffs.write')) return null;
  const name = `${version.name}, version ${version.version}`;
  const trigger = (
    <Button variant="quiet" size="small" isIconOnly icon={<Ellipsis size={18} aria-hidden />}>
      Actions for {name}
    </Button>
  );
  return (
    <>
      <Menu trigger={trigger}>
        <MenuItem onSelect={onCopy}>Draft the next version</MenuItem>
        {version.state === 'draft' && (
          <>
            <MenuItem onSelect={() => setStep('publish')}>Publish</MenuItem>
            <MenuItem tone="danger" onSelect={() => setStep('discard')}>
              Throw away
            </MenuItem>
          </>
        )}
        {version.state === 'published' && !version.is_free && (
          <MenuItem tone="danger" onSelect={() => setStep('retire')}>
            Retire
          </MenuItem>
        )}
      </Menu>
      {step && (
        <ConfirmDialog
          isOpen
          onOpenChange={(isOpen) => !isOpen && setStep(undefined)}
          title={`${words[step].label} ${name}?`}
          description={words[step].description}
          confirmLabel={words[step].label}
          tone={step === 'publish' ? 'primary' : 'danger'}
          onConfirm={async () => {
            await changes[step].mutateAsync(version.id);
            toast.success(`${name} ${words[step].done}`);
          }}
        />
      )}
    </>
  );
}
