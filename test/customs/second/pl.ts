// Poland: section V-PL.
import type { Decimal } from '#lib/decimal.ts';
import { Assessment, decimal, unknown, zero } from './assessment.ts';
import { countervailingDuty, unionDuty } from './eu.ts';
import { isZeroEmission, type Vehicle } from './vehicle.ts';

/** Until the end of 2029 small plug-in hybrids are exempt; what follows is not enacted. */
function exciseRate(vehicle: Vehicle): Decimal {
  const { powertrain, date } = vehicle;
  const isSmall = () => vehicle.cc.lte(2000);
  const isMiddle = () => vehicle.cc.lte(3500);
  if (isZeroEmission(powertrain)) return zero;
  if (powertrain === 'petrol' || powertrain === 'diesel')
    return decimal(isSmall() ? '0.031' : '0.186');
  if (powertrain === 'series_hybrid') return unknown();
  if (!isMiddle()) return decimal('0.186');
  if (!isSmall()) return decimal('0.093');
  if (powertrain === 'hybrid') return decimal('0.0155');
  return date <= '2029-12-31' ? zero : unknown();
}

export function vehicleToPoland(vehicle: Vehicle) {
  const { transfer_of_residence: isMoving = false, historic = false } = vehicle.facts;
  const result = new Assessment();
  return result
    .charge('DUTY', () => unionDuty(vehicle))
    .charge('CVD', () => (isMoving || historic ? zero : countervailingDuty(vehicle)))
    .charge('EXCISE', () => {
      if (['motorcycle', 'truck'].includes(vehicle.category)) return zero;
      if (['van', 'pickup'].includes(vehicle.category)) return unknown();
      if (isMoving || historic) return unknown();
      return vehicle.cif.plus(result.of('DUTY', 'CVD')).times(exciseRate(vehicle));
    })
    .charge('VAT', () => {
      if (isMoving) return zero;
      if (historic) return unknown();
      const taxed = vehicle.cif.plus(result.of('DUTY', 'CVD', 'EXCISE')).plus(vehicle.onward);
      return taxed.times('0.23');
    }).lines;
}
