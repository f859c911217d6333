import { describe, expect, it } from 'vitest';
import { publicTariffs } from '#test/fixtures/billing-plans.ts';
import { compareTariffs } from './compare-tariffs.ts';

describe('comparing tariffs', () => {
  const { common, rows } = compareTariffs(publicTariffs);
  const findCells = (label: string) => rows.find((row) => row.label === label)?.cells;

  it('says once what all of them have', () => {
    expect(common).toContain('Customs and vehicle calculations');
    expect(rows.map(({ label }) => label)).not.toContain('Customs and vehicle calculations');
  });

  it('has a row for each difference, in the order of the tariffs', () => {
    expect(findCells('Requests a month')).toEqual(['10,000', '100,000', '1,000,000', '10,000,000']);
    expect(findCells('Over the quota')).toEqual([
      'Refused',
      'Refused',
      '$0.0002 a request',
      '$0.0001 a request',
    ]);
    expect(findCells('Tickets answered first')).toEqual(['No', 'No', 'No', 'Yes']);
  });

  it('moves an equal limit to what is common', () => {
    const equal = publicTariffs.map((one) => ({
      ...one,
      limits: { ...one.limits, max_api_keys: 5 },
    }));
    const compared = compareTariffs(equal);
    expect(compared.common).toContain('API keys: 5');
    expect(compared.rows.map(({ label }) => label)).not.toContain('API keys');
  });

  it('names no feature that no tariff has', () => {
    const [first] = publicTariffs;
    const none = { ...first!, features: [{ code: 'x', label: 'Nothing', included: false }] };
    const compared = compareTariffs([none, { ...none, overage: null }]);
    expect(compared.common).not.toContain('Nothing');
    expect(compared.rows.map(({ label }) => label)).not.toContain('Nothing');
  });

  it('shows all limits of a single tariff', () => {
    const single = compareTariffs(publicTariffs.slice(0, 1));
    expect(single.rows.map(({ label }) => label)).toContain('API keys');
    expect(single.common).toContain('Data proxy');
  });
});
