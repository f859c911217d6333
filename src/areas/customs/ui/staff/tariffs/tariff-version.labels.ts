import type { BadgeTone } from '#ui/Badge.tsx';
import type { TariffVersionDetailsWire } from '../../../wire/tariffs/tariff-versions.ts';

export const tariffBadges: Record<
  TariffVersionDetailsWire['status'],
  { tone: BadgeTone; label: string }
> = {
  imported: { tone: 'warning', label: 'Imported' },
  published: { tone: 'success', label: 'Published' },
  superseded: { tone: 'neutral', label: 'Superseded' },
};

export const tariffActionLabels: Record<
  TariffVersionDetailsWire['events'][number]['action'],
  string
> = {
  imported: 'Imported',
  approved: 'Approved',
  published: 'Published',
  superseded: 'Superseded',
  discarded: 'Discarded',
};
