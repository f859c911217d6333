import { describe, expect, it } from 'vitest';
import { limitRows, projectTo, sayLimit, sayPrice } from './plan-words.ts';
import { planOf } from './plans-on-the-wire.ts';

const month = { started_at: '2026-11-01T00:00:00.000Z', resets_at: '2026-12-01T00:00:00.000Z' };

describe('words about plans', () => {
  it('prices have cents only where there are any', () => {
    expect(sayPrice('79.00', 'USD')).toBe('$79');
    expect(sayPrice('65.83', 'USD')).toBe('$65.83');
  });

  it('limits say their units', () => {
    const words = (slug: string) => limitRows.map((row) => sayLimit(planOf(slug).limits, row));
    expect(words('free')).toEqual(['10,000', '100', '2', '100', '30 min', '20,000', '1']);
    expect(words('scale')).toContain('Unlimited');
  });

  it('the pace of a month is known once a tenth of it has passed', () => {
    const at = (day: string) => Date.parse(`2026-11-${day}T00:00:00Z`);
    expect(projectTo(100, month, at('02'))).toBeNull();
    expect(projectTo(100, month, at('16'))).toBe(200);
    expect(projectTo(100, month, Date.parse('2026-12-05T00:00:00Z'))).toBe(100);
  });
});
