import type { ResourceWire } from '../contract.ts';
import { sayCount } from './proxy-labels.ts';

type HealthProps = Pick<
  ResourceWire,
  'proxies_total' | 'proxies_available' | 'proxies_blocked' | 'proxies_dead'
>;

/** A bar of how the proxies stand, with the same in words. */
export function ResourceHealth(health: HealthProps) {
  const { proxies_total: total, proxies_available: available } = health;
  const { proxies_blocked: blocked, proxies_dead: dead } = health;
  const resting = total - available - blocked - dead;
  if (total === 0) return <span className="text-quiet">No proxies yet</span>;
  const parts = [
    { name: 'available', count: available, ink: 'bg-success' },
    { name: 'resting', count: resting, ink: 'bg-warning' },
    { name: 'blocked', count: blocked, ink: 'bg-danger' },
    { name: 'dead', count: dead, ink: 'bg-control' },
  ].filter(({ count }) => count > 0);
  const words = parts.map(({ name, count }) => `${sayCount(count)} ${name}`).join(', ');
  return (
    <>
      <span aria-hidden="true" className="flex h-1.5 w-full max-w-40 gap-px surface-sunken">
        {parts.map(({ name, count, ink }) => (
          <span key={name} className={ink} style={{ flexGrow: count }} />
        ))}
      </span>
      <span className="mt-1 block text-xs text-quiet">{words}</span>
    </>
  );
}
