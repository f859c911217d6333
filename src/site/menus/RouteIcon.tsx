import {
  BookOpen,
  Boxes,
  Building2,
  ChartColumn,
  Coins,
  Factory,
  FolderOpen,
  House,
  KeyRound,
  Layers,
  type LucideIcon,
  MessageCircleQuestion,
  Mic,
  Monitor,
  Plug,
  ReceiptText,
  Ship,
  User,
  Wallet,
  Webhook,
  Wrench,
} from 'lucide-react';
import type { RouteIconName } from '../pages/page-schema.ts';

const icons: Record<RouteIconName, LucideIcon> = {
  book: BookOpen,
  boxes: Boxes,
  building: Building2,
  chart: ChartColumn,
  coins: Coins,
  factory: Factory,
  folder: FolderOpen,
  house: House,
  key: KeyRound,
  layers: Layers,
  mic: Mic,
  monitor: Monitor,
  plug: Plug,
  question: MessageCircleQuestion,
  receipt: ReceiptText,
  ship: Ship,
  user: User,
  wallet: Wallet,
  webhook: Webhook,
  wrench: Wrench,
};

/** The icon of a route, always next to its label. */
export function RouteIcon({ icon }: { icon: RouteIconName }) {
  const Icon = icons[icon];
  return <Icon size={18} aria-hidden />;
}
