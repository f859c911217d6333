import {
  BookOpenText,
  Gamepad2,
  type LucideIcon,
  Map as MapIcon,
  PencilRuler,
  ScanText,
  Smartphone,
  Waypoints,
  Workflow,
} from 'lucide-react';
import type { Glyph as Name } from '../pages/page-schema.ts';

const icons: Record<Name, LucideIcon> = {
  ledger: BookOpenText,
  pipeline: Workflow,
  reader: ScanText,
  map: MapIcon,
  phone: Smartphone,
  game: Gamepad2,
  gateway: Waypoints,
  editor: PencilRuler,
};

/** The kind of a system at a glance; its name is beside it. */
export function Glyph({ name, size = 24 }: { name: Name; size?: number }) {
  const Icon = icons[name];
  return <Icon size={size} strokeWidth={1.5} aria-hidden className="shrink-0 text-quiet" />;
}
