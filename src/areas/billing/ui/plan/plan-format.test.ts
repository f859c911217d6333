import { describe, expect, it } from 'vitest';
import { formatPrice } from '#lib/format-money.ts';
import { buildPlan } from '#test/fixtures/billing-plans.ts';
import { formatLimit, limitRows, projectUsage } from './plan-format.ts';

const month = { started_at: '2026-11-01T00:00:00.000Z', resets_at: '2026-12-01T00:00:00.000Z' };

describe('formatting plans', () => {
  it('writes cents only where there are any', () => {
    expect(formatPrice('79.00', 'USD')).toBe('$79');
    expect(formatPrice('65.83', 'USD')).toBe('$65.83');
  });

  it('writes limits with their units', () => {
    const words = (slug: string) =>
      limitRows.map((row) => formatLimit(buildPlan(slug).limits, row));
    expect(words('free')).toEqual(['10,000', '100', '2', '100', '30 min', '20,000', '1']);
    expect(words('scale')).toContain('Unlimited');
  });

  it('projects usage after a tenth of the month', () => {
    const at = (day: string) => Date.parse(`2026-11-${day}T00:00:00Z`);
    expect(projectUsage(100, month, at('02'))).toBeNull();
    expect(projectUsage(100, month, at('16'))).toBe(200);
    expect(projectUsage(100, month, Date.parse('2026-12-05T00:00:00Z'))).toBe(100);
  });
});
