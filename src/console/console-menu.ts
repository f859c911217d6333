import {
  Activity,
  BookMarked,
  BookOpenCheck,
  ChartNoAxesColumn,
  CreditCard,
  Inbox,
  Layers,
  type LucideIcon,
  Network,
  Plug,
  ReceiptText,
  Scale,
  ScrollText,
  Siren,
  Target,
  TrendingUp,
  Users,
} from 'lucide-react';
import type { Role } from '#lib/staff-permissions.ts';
import { type StaffPermission, staffMay } from '#lib/staff-permissions.ts';

export type ConsoleLink = {
  path: string;
  label: string;
  icon: LucideIcon;
  needs: StaffPermission;
};

/** In the order of the menu. */
const links: readonly ConsoleLink[] = [
  { path: '/admin', label: 'Today', icon: ChartNoAxesColumn, needs: 'overview.read' },
  { path: '/admin/leads', label: 'Leads', icon: Target, needs: 'leads.work' },
  { path: '/admin/tickets', label: 'Tickets', icon: Inbox, needs: 'tickets.work' },
  { path: '/admin/users', label: 'Users', icon: Users, needs: 'users.read' },
  { path: '/admin/apps', label: 'Apps', icon: Plug, needs: 'apps.read' },
  { path: '/admin/payments', label: 'Payments', icon: CreditCard, needs: 'payments.review' },
  { path: '/admin/invoices', label: 'Invoices', icon: ReceiptText, needs: 'payments.review' },
  { path: '/admin/figures', label: 'Figures', icon: TrendingUp, needs: 'figures.read' },
  { path: '/admin/ledger', label: 'Ledger', icon: BookOpenCheck, needs: 'ledger.read' },
  { path: '/admin/tariffs', label: 'Plans', icon: Layers, needs: 'tariffs.read' },
  { path: '/admin/proxies', label: 'Proxies', icon: Network, needs: 'proxies.read' },
  { path: '/admin/rule-sets', label: 'Customs rules', icon: Scale, needs: 'rules.read' },
  {
    path: '/admin/customs-tariffs',
    label: 'Customs tariffs',
    icon: BookMarked,
    needs: 'rules.read',
  },
  { path: '/admin/incidents', label: 'Incidents', icon: Siren, needs: 'incidents.work' },
  { path: '/admin/system', label: 'System', icon: Activity, needs: 'system.read' },
  { path: '/admin/audit', label: 'Audit log', icon: ScrollText, needs: 'audit.read' },
];

/** The entries that these roles may open. */
export const menuFor = (roles: readonly Role[]): readonly ConsoleLink[] =>
  links.filter(({ needs }) => staffMay(roles, needs));

/** The permission that the screen at this path needs, if any. */
export function permissionAt(pathname: string): StaffPermission | undefined {
  const at = pathname.replace(/\/$/, '');
  const match = links
    .filter(({ path }) => at === path || (path !== '/admin' && at.startsWith(`${path}/`)))
    .at(-1);
  return match?.needs;
}
