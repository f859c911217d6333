// Australia, vehicles: section V-AU.
import type { Decimal } from '#lib/decimal.ts';
import { Assessment, decimal, most, need, unknown, zero } from './assessment.ts';
import type { Vehicle } from './vehicle.ts';

const named = ['JP', 'KR', 'CN', 'TH', 'US'];
const bearsAdditionalDuty = ['RU', 'BY'];

function vehicleDuty(vehicle: Vehicle): Decimal {
  const { hasProof, category } = vehicle;
  if (hasProof) return named.includes(vehicle.origin) ? zero : unknown();
  if (!['car', 'motorhome', 'pickup', 'van'].includes(category)) return unknown();
  return vehicle.fob.times('0.05');
}

const threshold = '80567';
const thresholdOfEfficient = '91387';

/** Known until June 2026. Thresholds have never fallen: below the last one there is no tax. */
function luxuryTax(vehicle: Vehicle, valueWithTax: () => Decimal): Decimal {
  const { category, date, facts } = vehicle;
  if (category === 'motorcycle' || category === 'motorhome' || category === 'truck') return zero;
  const value = valueWithTax();
  if (value.lte(threshold)) return zero;
  if (category !== 'car' || date >= '2026-07-01') return unknown();
  const isElectric = ['electric', 'hydrogen'].includes(facts.powertrain ?? '');
  const litres = isElectric ? '0' : facts.fuel_l_100km;
  const taxFrom = (bound: string) => most(value.minus(bound), 0).times(10).div(11).times('0.33');
  if (litres === undefined) return unknown();
  return taxFrom(decimal(litres).lte('3.5') ? thresholdOfEfficient : threshold);
}

const biosecurityFee: Record<string, number> = { sea: 66, air: 45 };

function processingCharge(value: Decimal): number {
  if (value.lte(1000)) return 0;
  return value.lt(10_000) ? 50 : 152;
}

export function vehicleToAustralia(vehicle: Vehicle) {
  const result = new Assessment();
  const taxable = () =>
    vehicle.fob.plus(result.of('DUTY', 'ADDITIONAL_DUTY')).plus(vehicle.carriage);
  return result
    .charge('DUTY', () => vehicleDuty(vehicle))
    .charge('ADDITIONAL_DUTY', () =>
      bearsAdditionalDuty.includes(vehicle.origin) ? vehicle.fob.times('0.35') : zero,
    )
    .charge('GST', () => taxable().times('0.1'))
    .charge('LCT', () => luxuryTax(vehicle, () => taxable().plus(result.of('GST'))))
    .charge('PROCESSING', () => decimal(processingCharge(vehicle.fob)))
    .charge('BIOSECURITY', () => decimal(biosecurityFee[need(vehicle.facts.mode)] ?? 0)).lines;
}
