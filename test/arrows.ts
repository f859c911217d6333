// The arrows of docs/ARCHITECTURE.md as a table.
import type { Import } from './imports.ts';

// Beside accounts, which every area may ask.
const areaArrows: Record<string, string[]> = {
  payments: ['ledger'],
  billing: ['ledger', 'payments'],
};
const seesEveryArea = ['staff'];

const allowed: Record<string, string[]> = {
  lib: [],
  client: ['lib'],
  kernel: ['lib', 'content'],
  ui: ['lib'],
  contract: ['lib'],
  'area/server': ['contract', 'lib', 'kernel', 'content'],
  'area/ui': ['contract', 'lib', 'ui', 'client', 'content'],
  site: ['lib', 'ui', 'client', 'contract', 'area/ui', 'content'],
  dashboard: ['lib', 'ui', 'client', 'contract', 'area/ui', 'content', 'site'],
  console: ['lib', 'ui', 'client', 'contract', 'area/ui', 'content', 'site'],
};

type Place = { layer: string; area?: string };

/** `contract` is everything that stands in an area's own folder: its contract and its schemas. */
function placeOf(file: string): Place {
  const inArea = /^src\/areas\/([^/]+)\/(?:(server|ui)\/)?/.exec(file);
  if (inArea) return { layer: inArea[2] ? `area/${inArea[2]}` : 'contract', area: inArea[1]! };
  if (file.startsWith('content/')) return { layer: 'content' };
  if (file.startsWith('test/')) return { layer: 'test' };
  const folder = /^src\/([^/]+)\//.exec(file);
  if (folder) return { layer: folder[1]! };
  return { layer: file.startsWith('src/') ? 'top' : 'package' };
}

const isTest = (file: string) => /\.test\.tsx?$/.test(file);

export function isForbidden({ from, to }: Import): boolean {
  const source = placeOf(from);
  const target = placeOf(to);
  if (target.layer === 'package')
    return ['contract', 'lib'].includes(source.layer) && /^(fastify|pg|kysely|react)/.test(to);
  // Route types are generated beside the screens; the top of the tree puts everything together.
  if (to.includes('/+types/') || source.layer === 'top' || isTest(from)) return false;
  if (target.layer === 'test') return true;
  if (source.area && target.area && source.area !== target.area)
    return !(source.layer === 'area/server' && isAskedFor(source.area, target.area, to));
  if (source.layer === target.layer) return false;
  return !(allowed[source.layer] ?? []).includes(target.layer);
}

const isAskedFor = (asking: string, asked: string, file: string): boolean =>
  file.endsWith('/server/index.ts') &&
  (asked === 'accounts' ||
    seesEveryArea.includes(asking) ||
    (areaArrows[asking]?.includes(asked) ?? false));
