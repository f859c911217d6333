// The arrows of docs/ARCHITECTURE.md as a table.
import type { Arrow } from './imports.ts';

// Beside accounts, which every area may ask.
const areaArrows: Record<string, string[]> = {
  payments: ['ledger'],
  billing: ['ledger', 'payments'],
  invoices: ['ledger', 'payments'],
  figures: ['billing'],
};
const seesEveryArea = ['staff'];

const allowed: Record<string, string[]> = {
  lib: [],
  client: ['lib'],
  kernel: ['lib', 'content'],
  ui: ['lib', 'content'],
  wire: ['lib'],
  'area/server': ['wire', 'lib', 'kernel', 'content'],
  'area/ui': ['wire', 'lib', 'ui', 'client', 'content'],
  site: ['lib', 'ui', 'client', 'wire', 'area/ui', 'content'],
  dashboard: ['lib', 'ui', 'client', 'wire', 'area/ui', 'content', 'site'],
  console: ['lib', 'ui', 'client', 'wire', 'area/ui', 'content', 'site'],
};

type Place = { layer: string; area?: string };

/** `wire` is everything of an area outside server/ and ui/: endpoints, schemas, labels, data. */
function findPlace(file: string): Place {
  const inArea = /^src\/areas\/([^/]+)\/(?:(server|ui)\/)?/.exec(file);
  if (inArea) return { layer: inArea[2] ? `area/${inArea[2]}` : 'wire', area: inArea[1]! };
  if (file.startsWith('content/')) return { layer: 'content' };
  if (file.startsWith('test/')) return { layer: 'test' };
  if (file.startsWith('sdk/')) return { layer: 'sdk' };
  if (/^src\/(backups|test-mode)\//.test(file)) return { layer: 'top' };
  if (file === 'src/contracts.ts') return { layer: 'wire' };
  const folder = /^src\/([^/]+)\//.exec(file);
  if (folder) return { layer: folder[1]! };
  return { layer: file.startsWith('src/') ? 'top' : 'package' };
}

const isTest = (file: string) => /\.test\.tsx?$/.test(file);

export function isForbidden({ from, to }: Arrow): boolean {
  const source = findPlace(from);
  const target = findPlace(to);
  if (target.layer === 'package')
    return ['wire', 'lib'].includes(source.layer) && /^(fastify|pg|kysely|react)/.test(to);
  // Route types are generated beside the screens; the top of the tree puts everything together.
  if (to.includes('/+types/') || source.layer === 'top' || isTest(from)) return false;
  if (target.layer === 'test') return true;
  if (source.area && target.area && source.area !== target.area)
    return !(source.layer === 'area/server' && mayAskArea(source.area, target.area, to));
  if (source.layer === target.layer) return false;
  return !(allowed[source.layer] ?? []).includes(target.layer);
}

const mayAskArea = (asking: string, target: string, file: string): boolean =>
  file.endsWith('/server/index.ts') &&
  (target === 'accounts' ||
    seesEveryArea.includes(asking) ||
    (areaArrows[asking]?.includes(target) ?? false));

/**
 * Files that import each other, directly or through others: each circle as the list of its files.
 * Tarjan's algorithm for strongly connected components.
 */
export function findCircles(imports: readonly Arrow[]): string[][] {
  const targets = new Map<string, string[]>();
  for (const { from, to } of imports) targets.set(from, [...(targets.get(from) ?? []), to]);
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (file: string): void => {
    order.set(file, order.size);
    lowest.set(file, order.get(file)!);
    stack.push(file);
    for (const next of targets.get(file) ?? []) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next))
        lowest.set(file, Math.min(lowest.get(file)!, lowest.get(next) ?? order.get(next)!));
    }
    if (lowest.get(file) !== order.get(file)) return;
    const circle = stack.splice(stack.indexOf(file));
    if (circle.length > 1) circles.push(circle.sort());
  };
  for (const file of targets.keys()) if (!order.has(file)) visit(file);
  return circles;
}
