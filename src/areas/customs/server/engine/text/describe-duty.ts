// Formats a duty: `10 % or, if more, 1.88 EUR/kg`.
import { Decimal } from '#lib/decimal.ts';
import type { Duty, DutyUnit } from '../rules/duty-schema.ts';

export const formatPercent = (fraction: string | Decimal): string =>
  `${new Decimal(fraction).times(100).toFixed()} %`;

export const unitLabels: Record<DutyUnit, string> = {
  kg: 'kg',
  '100kg': '100 kg',
  gross_kg: 'kg gross',
  l: 'l',
  hl: 'hl',
  vol_hl: '% vol/hl',
  item: 'item',
  pair: 'pair',
  m2: 'm²',
  g: 'g',
  t: 't',
  '100kg_gross': '100 kg gross',
  l_alcohol: 'l of pure alcohol',
  proof_l: 'proof litre',
  dozen: 'dozen',
  dozen_pairs: 'dozen pairs',
  '1000_items': '1000 items',
  m: 'm',
  m3: 'm³',
};

const joins = { max: ' or, if more, ', min: ' or, if less, ', sum: ' + ' };

export function describeDuty(duty: Duty): string {
  switch (duty.t) {
    case 'free':
      return 'free';
    case 'adval':
      return formatPercent(duty.r);
    case 'spec':
      return `${duty.a} ${duty.cur}/${unitLabels[duty.per]}`;
    case 'max':
    case 'min':
    case 'sum':
      return duty.of.map(describeDuty).join(joins[duty.t]);
    case 'clamp':
      return [
        describeDuty(duty.of),
        ...(duty.min ? [`min ${describeDuty(duty.min)}`] : []),
        ...(duty.max ? [`max ${describeDuty(duty.max)}`] : []),
      ].join(' ');
    case 'band':
      return `by ${duty.on ? 'customs value' : 'price'} per ${unitLabels[duty.per]}`;
    case 'quota':
      return `${describeDuty(duty.in)} within the quota, ${describeDuty(duty.over)} over it`;
    case 'unknown':
      return duty.floor ? `at least ${describeDuty(duty.floor)}` : 'unknown';
  }
}
