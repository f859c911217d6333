import { formatCount } from '#lib/format.ts';
import type { ResourceWire } from '../../wire/index.ts';

type HealthProps = Pick<
  ResourceWire,
  'proxies_total' | 'proxies_available' | 'proxies_blocked' | 'proxies_dead'
>;

/** The statuses of a resource's proxies as a bar and as text. */
export function ResourceHealth(health: HealthProps) {
  const { proxies_total: total, proxies_available: available } = health;
  const { proxies_blocked: blocked, proxies_dead: dead } = health;
  const inCooldown = total - available - blocked - dead;
  if (total === 0) return <span className="text-quiet">No proxies yet</span>;
  const parts = [
    { name: 'available', count: available, ink: 'bg-success' },
    { name: 'in cooldown', count: inCooldown, ink: 'bg-warning' },
    { name: 'blocked', count: blocked, ink: 'bg-danger' },
    { name: 'dead', count: dead, ink: 'bg-control' },
  ].filter(({ count }) => count > 0);
  const summary = parts.map(({ name, count }) => `${formatCount(count)} ${name}`).join(', ');
  return (
    <>
      <span aria-hidden="true" className="flex h-1.5 w-full max-w-40 gap-px surface-sunken">
        {parts.map(({ name, count, ink }) => (
          <span key={name} className={ink} style={{ flexGrow: count }} />
        ))}
      </span>
      <span className="mt-1 block text-xs text-quiet">{summary}</span>
    </>
  );
}
