import { FlaskConical, KeyRound, LogOut, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { keyList } from '#areas/billing/ui/keys/queries.ts';
import { canSwitchMode, switchMode } from '#client/test-mode.ts';
import { useTestMode } from '#client/use-test-mode.ts';
import { RouteIcon } from '#site/menus/RouteIcon.tsx';
import type { RouteIconName } from '#site/pages/page-schema.ts';
import { Palette, PaletteGroup, PaletteItem } from '#ui/palette/Palette.tsx';
import { useRecords } from '#ui/records/use-records.ts';
import { setTheme, useTheme } from '#ui/theme/theme.ts';
import { CustomerRecords } from './CustomerRecords.tsx';
import { dashboardMenu } from './dashboard-menu.ts';

type PaletteProps = { onClose: () => void; onSignOut: () => void };

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

function SwitchMode({ act }: { act: Act }) {
  const isOn = useTestMode();
  const label = isOn ? 'Leave test mode' : 'Switch to test mode';
  return (
    <PaletteItem
      value={`${label}, sandbox, play money`}
      icon={<FlaskConical size={18} aria-hidden />}
      onSelect={() => act(() => switchMode(isOn ? 'live' : 'test'))}
    >
      {label}
    </PaletteItem>
  );
}

function Actions({ go, act, onSignOut }: { go: Go; act: Act; onSignOut: () => void }) {
  const theme = useTheme() === 'dark' ? 'light' : 'dark';
  const Icon = theme === 'light' ? Sun : Moon;
  return (
    <PaletteGroup heading="Actions">
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
      {canSwitchMode() && <SwitchMode act={act} />}
      <PaletteItem
        value="Sign out"
        icon={<LogOut size={18} aria-hidden />}
        onSelect={() => act(onSignOut)}
      >
        Sign out
      </PaletteItem>
    </PaletteGroup>
  );
}

type Act = (action: () => void) => void;
type Go = (address: string) => void;

function KeyItems({ go }: { go: Go }) {
  const keys =
    useRecords(keyList, { page_size: '100', status: 'active,inactive' }).data?.results ?? [];
  if (keys.length === 0) return null;
  return (
    <PaletteGroup heading="API keys">
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
    </PaletteGroup>
  );
}

export function CommandPalette({ onClose, onSignOut }: PaletteProps) {
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  const act: Act = (action) => {
    onClose();
    action();
  };
  const go: Go = (address) => act(() => void navigate(address));
  return (
    <Palette
      title="Go to or do"
      placeholder="A page, a record or an action"
      search={search}
      onSearchChange={setSearch}
      onClose={onClose}
      empty="No results. Try fewer letters."
    >
      <PaletteGroup heading="Pages">
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
      </PaletteGroup>
      <Actions go={go} act={act} onSignOut={onSignOut} />
      <KeyItems go={go} />
      <CustomerRecords search={search} go={go} />
    </Palette>
  );
}
