import { lazy, useState } from 'react';
import { LogoutDialog } from '#areas/accounts/ui/sessions/LogoutDialog.tsx';
import { PaletteButton as Opener } from '#ui/palette/PaletteButton.tsx';

const CommandPalette = lazy(async () => ({
  default: (await import('./CommandPalette.tsx')).CommandPalette,
}));

/** Opens the palette of the dashboard. */
export function PaletteButton() {
  const [isLeaving, setLeaving] = useState(false);
  return (
    <>
      <Opener label="Go to or do">
        {(close) => <CommandPalette onClose={close} onSignOut={() => setLeaving(true)} />}
      </Opener>
      <LogoutDialog isOpen={isLeaving} onOpenChange={setLeaving} />
    </>
  );
}
