// Screens, with those below them, that need a feature which staff can switch off.
import type { Feature } from '#lib/features.ts';

const screens: readonly { path: string; features: readonly Feature[] }[] = [
  { path: '/dashboard/customs', features: ['calculations'] },
  { path: '/dashboard/proxy', features: ['proxy'] },
  { path: '/dashboard/speech', features: ['transcription', 'synthesis'] },
  { path: '/dashboard/plan', features: ['payments'] },
  { path: '/dashboard/wallet', features: ['payments'] },
];

export const listFeatures = (pathname: string): readonly Feature[] =>
  screens.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`))?.features ?? [];
