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
  Ship,
  User,
  Wallet,
  Wrench,
} from 'lucide-react';
import type { RouteIcon } from './page-schema.ts';

const glyphs: Record<RouteIcon, LucideIcon> = {
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
  question: MessageCircleQuestion,
  ship: Ship,
  user: User,
  wallet: Wallet,
  wrench: Wrench,
};

/** The picture of a route's icon; its label stands beside it. */
export function RouteGlyph({ icon }: { icon: RouteIcon }) {
  const Glyph = glyphs[icon];
  return <Glyph size={18} aria-hidden />;
}
