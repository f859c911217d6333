import { Command } from 'cmdk';
import { KeyRound, LogOut, Moon, Sun } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useKeys } from '#areas/billing/ui/keys/queries.ts';
import { RouteIcon } from '#site/menus/RouteIcon.tsx';
import type { RouteIconName } from '#site/pages/page-schema.ts';
import { scrimClass } from '#ui/dialogs/dialog-class.ts';
import { useFocusReturn } from '#ui/focus/use-focus-return.ts';
import { setTheme, useTheme } from '#ui/theme/theme.ts';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import { dashboardMenu } from './dashboard-menu.ts';

type PaletteProps = { onClose: () => void; onSignOut: () => void };

type PaletteItemProps = {
  /** Searched for; unique. */
  value: string;
  icon: ReactNode;
  detail?: string;
  onSelect: () => void;
  children: string;
};

const PaletteItem = ({ value, icon, detail, onSelect, children }: PaletteItemProps) => (
  <Command.Item
    value={value}
    onSelect={onSelect}
    className="flex min-h-11 cursor-pointer items-center gap-3 px-4 text-sm data-[selected=true]:bg-text/8"
  >
    {icon}
    <span className="min-w-0 flex-1 truncate">{children}</span>
    {detail && <span className="font-mono text-xs text-quiet">{detail}</span>}
  </Command.Item>
);

const Group = ({ heading, children }: { heading: string; children: ReactNode }) => (
  <Command.Group
    heading={heading}
    className="py-1 [&>[cmdk-group-heading]]:px-4 [&>[cmdk-group-heading]]:py-1.5 [&>[cmdk-group-heading]]:text-xs [&>[cmdk-group-heading]]:text-quiet"
  >
    {children}
  </Command.Group>
);

/** Actions on their own screen; `value` includes synonyms. */
const shortcuts: readonly { value: string; label: string; path: string; icon: RouteIconName }[] = [
  {
    value: 'Create an API key',
    label: 'Create an API key',
    path: '/dashboard/keys?new=key',
    icon: 'key',
  },
  {
    value: 'Add money, top up the wallet',
    label: 'Add money',
    path: '/dashboard/wallet/add',
    icon: 'wallet',
  },
  {
    value: 'Import a vehicle, duties on a car',
    label: 'Import a vehicle',
    path: '/dashboard/customs/vehicle',
    icon: 'ship',
  },
  {
    value: 'Import goods, duties on a shipment',
    label: 'Import goods',
    path: '/dashboard/customs/goods',
    icon: 'ship',
  },
  {
    value: 'Look up a tariff code, HS code, duty of goods',
    label: 'Look up a tariff code',
    path: '/dashboard/customs/tariff',
    icon: 'ship',
  },
  {
    value: 'Ask support, open a ticket',
    label: 'Ask support',
    path: '/dashboard/support/new',
    icon: 'question',
  },
];

function Actions({ go, act, onSignOut }: { go: Go; act: Act; onSignOut: () => void }) {
  const theme = useTheme() === 'dark' ? 'light' : 'dark';
  const Icon = theme === 'light' ? Sun : Moon;
  return (
    <Group heading="Actions">
      {shortcuts.map(({ value, label, path, icon }) => (
        <PaletteItem
          key={path}
          value={value}
          icon={<RouteIcon icon={icon} />}
          onSelect={() => go(path)}
        >
          {label}
        </PaletteItem>
      ))}
      <PaletteItem
        value={`Use the ${theme} theme`}
        icon={<Icon size={18} aria-hidden />}
        onSelect={() => act(() => setTheme(theme))}
      >
        {`Use the ${theme} theme`}
      </PaletteItem>
      <PaletteItem
        value="Sign out"
        icon={<LogOut size={18} aria-hidden />}
        onSelect={() => act(onSignOut)}
      >
        Sign out
      </PaletteItem>
    </Group>
  );
}

type Act = (action: () => void) => void;
type Go = (address: string) => void;

function KeyItems({ go }: { go: Go }) {
  const keys = useKeys({ page_size: '100', status: 'active,inactive' }).data?.results ?? [];
  if (keys.length === 0) return null;
  return (
    <Group heading="API keys">
      {keys.map(({ id, name, key_preview }) => (
        <PaletteItem
          key={id}
          value={`${name} key ${key_preview}`}
          icon={<KeyRound size={18} aria-hidden />}
          detail={key_preview}
          onSelect={() => go(`/dashboard/keys?search=${encodeURIComponent(name)}`)}
        >
          {name}
        </PaletteItem>
      ))}
    </Group>
  );
}

export function CommandPalette({ onClose, onSignOut }: PaletteProps) {
  const navigate = useNavigate();
  const focusReturn = useFocusReturn();
  const act: Act = (action) => {
    onClose();
    action();
  };
  const go: Go = (address) => act(() => void navigate(address));
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Overlay className={scrimClass} />
        <Radix.Content
          {...focusReturn}
          aria-describedby={undefined}
          className="fixed inset-x-0 top-[max(1rem,12vh)] z-50 mx-auto w-[min(36rem,calc(100vw-2rem))] animate-enter border border-line surface-raised shadow-float"
        >
          <VisuallyHidden>
            <Radix.Title>Go to or do</Radix.Title>
          </VisuallyHidden>
          <Command label="Pages, keys and actions" loop>
            <Command.Input
              placeholder="A page, a key or an action"
              className="h-12 w-full border-b border-line bg-transparent px-4 outline-none! shadow-none! placeholder:text-quiet"
            />
            <Command.List className="max-h-[min(24rem,60vh)] overflow-y-auto pb-2">
              <Command.Empty className="p-4 text-sm text-quiet">
                No results. Try fewer letters.
              </Command.Empty>
              <Group heading="Pages">
                {dashboardMenu.map(({ path, label, icon, isOutside }) => (
                  <PaletteItem
                    key={path}
                    value={label}
                    icon={<RouteIcon icon={icon} />}
                    onSelect={() => (isOutside ? act(() => location.assign(path)) : go(path))}
                  >
                    {label}
                  </PaletteItem>
                ))}
              </Group>
              <Actions go={go} act={act} onSignOut={onSignOut} />
              <KeyItems go={go} />
            </Command.List>
          </Command>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
