// Ukraine, vehicles: section V-UA. Amounts are in euros.
import type { Decimal } from '#lib/decimal.ts';
import { Assessment, clamp, decimal, need, unknown, zero } from './assessment.ts';
import { inOwn } from './customs-value.ts';
import type { Vehicle } from './vehicle.ts';

/** Between the year of production and that of the import, without both; 1 to 15. */
function calendarYears(vehicle: Vehicle): Decimal {
  const { production_date: produced } = vehicle.facts;
  const years = produced
    ? decimal(Number(vehicle.date.slice(0, 4)) - Number(produced.slice(0, 4)) - 1)
    : vehicle.ageYears;
  return clamp(years, 1, 15);
}

function excise(vehicle: Vehicle): Decimal {
  const { powertrain } = vehicle;
  if (powertrain === 'electric') return decimal(need(vehicle.facts.battery_kwh));
  if (powertrain === 'hybrid') return decimal(100);
  if (powertrain !== 'petrol' && powertrain !== 'diesel') return unknown();
  const { cc } = vehicle;
  const base = powertrain === 'petrol' ? (cc.lte(3000) ? 50 : 100) : cc.lte(3500) ? 75 : 150;
  return cc.div(1000).times(base).times(calendarYears(vehicle));
}

function duty(vehicle: Vehicle): Decimal {
  if (vehicle.powertrain === 'electric') return zero;
  return vehicle.hasProof ? unknown() : vehicle.cif.times('0.1');
}

/** At the first registration: multiples of the subsistence minimum of 3,328 hryvnias. */
function pensionLevy(vehicle: Vehicle): Decimal {
  if (vehicle.powertrain === 'electric') return zero;
  const limit = (minimums: number) =>
    inOwn({ amount: String(minimums * 3328), currency: 'UAH' }, vehicle.worth);
  const { cif } = vehicle;
  return cif.times(cif.lte(limit(165)) ? '0.03' : cif.lte(limit(290)) ? '0.04' : '0.05');
}

export function vehicleToUkraine(vehicle: Vehicle) {
  const result = new Assessment();
  const car = (amount: () => Decimal) => () =>
    ['car', 'motorhome'].includes(vehicle.category) ? amount() : unknown();
  return result
    .charge(
      'DUTY',
      car(() => duty(vehicle)),
    )
    .charge(
      'EXCISE',
      car(() => excise(vehicle)),
    )
    .charge('VAT', () => vehicle.cif.plus(result.of('DUTY', 'EXCISE')).times('0.2'))
    .charge(
      'PENSION',
      car(() => pensionLevy(vehicle)),
    ).lines;
}
