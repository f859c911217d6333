import {
  Activity,
  CreditCard,
  FileText,
  Inbox,
  KeyRound,
  type LucideIcon,
  ReceiptText,
  Target,
  UserRound,
} from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { hideKeys } from '#areas/billing/wire/keys.constants.ts';
import { toRecordAddress } from '#areas/staff/ui/record-address.ts';
import { useStaffSearch } from '#areas/staff/ui/search/use-staff-search.ts';
import type { StaffRecordKind } from '#areas/staff/wire/search.ts';
import { errorMessage } from '#lib/call-error.ts';
import type { Role } from '#lib/staff-permissions.ts';
import {
  Palette,
  PaletteGroup,
  PaletteItem,
  PaletteRecords,
  PaletteSearching,
} from '#ui/palette/Palette.tsx';
import { menuFor } from './console-menu.ts';

const kinds: Record<StaffRecordKind, { heading: string; icon: LucideIcon }> = {
  user: { heading: 'Users', icon: UserRound },
  ticket: { heading: 'Tickets', icon: Inbox },
  payment: { heading: 'Payments', icon: CreditCard },
  key: { heading: 'API keys', icon: KeyRound },
  lead: { heading: 'Leads', icon: Target },
  invoice: { heading: 'Invoices', icon: FileText },
  transaction: { heading: 'Transactions', icon: ReceiptText },
  call: { heading: 'Calls', icon: Activity },
};

type RecordsProps = { search: string; found: ReturnType<typeof useStaffSearch>; go: Go };
type Go = (address: string) => void;

const Records = ({ search, found, go }: RecordsProps) =>
  Object.entries(kinds).map(([kind, { heading, icon }]) => (
    <PaletteRecords
      key={kind}
      heading={heading}
      icon={icon}
      search={search}
      found={found.results.filter((one) => one.kind === kind)}
      onSelect={(one) => go(toRecordAddress(one)!)}
    />
  ));

const joinNames = (failed: readonly StaffRecordKind[]): string =>
  failed.map((kind) => kinds[kind].heading).join(', ');

function emptyText(found: ReturnType<typeof useStaffSearch>): string {
  if (found.error) return errorMessage(found.error);
  if (found.failed.length > 0)
    return `Nothing found, but not everything could be searched: ${joinNames(found.failed)}.`;
  return 'No results. Identifiers must be complete; words match from their beginning.';
}

type ConsolePaletteProps = { roles: readonly Role[]; onClose: () => void };

/** Finds screens, and the records of all customers by any of their identifiers. */
export function ConsolePalette({ roles, onClose }: ConsolePaletteProps) {
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  const found = useStaffSearch(hideKeys(search));
  const go: Go = (address) => {
    onClose();
    void navigate(address);
  };
  return (
    <Palette
      title="Search"
      placeholder="An address, a number, an id, a name or a screen"
      search={search}
      onSearchChange={setSearch}
      onClose={onClose}
      empty={emptyText(found)}
    >
      <PaletteGroup heading="Screens">
        {menuFor(roles).map(({ path, label, icon: Icon }) => (
          <PaletteItem
            key={path}
            value={label}
            icon={<Icon size={18} aria-hidden />}
            onSelect={() => go(path)}
          >
            {label}
          </PaletteItem>
        ))}
      </PaletteGroup>
      {search.trim() !== '' && <Records search={search} found={found} go={go} />}
      {found.isBusy && <PaletteSearching />}
    </Palette>
  );
}
