// The United Kingdom: section V-GB and 2.1.
import type { Decimal } from '#lib/decimal.ts';
import { Assessment, decimal, euMembers, need, unknown, zero } from './assessment.ts';
import { rateOfMotorcycle, startsWithOne } from './eu.ts';
import { dutyByTable, type Goods, type GoodsLine } from './goods.ts';
import type { Vehicle } from './vehicle.ts';

const bearsAdditionalDuty = (origin: string | undefined) => ['RU', 'BY'].includes(need(origin));

const withoutAgreement = 'CN TW HK TH BR AR SA AE KW QA RU BY'.split(' ');

function isMovingHouse({ facts }: Vehicle): boolean {
  const { transfer_of_residence: isMoving = false, importer = 'individual' } = facts;
  const isGranted = facts.relief_confirmed ?? false;
  return isGranted && isMoving && importer === 'individual' && !facts.is_new;
}

function chooseRate(vehicle: Vehicle): Decimal {
  const { category } = vehicle;
  return category === 'motorcycle' ? rateOfMotorcycle(vehicle) : decimal('0.1');
}

function vehicleDuty(vehicle: Vehicle): Decimal {
  if (isMovingHouse(vehicle) || vehicle.facts.historic) return zero;
  const { origin } = vehicle;
  if (vehicle.hasProof && !withoutAgreement.includes(origin))
    return [...euMembers, 'GB'].includes(origin) ? zero : unknown();
  return vehicle.cif.times(chooseRate(vehicle));
}

export function vehicleToBritain(vehicle: Vehicle) {
  const result = new Assessment();
  return result
    .charge('DUTY', () => vehicleDuty(vehicle))
    .charge('TRADE_DEFENCE', () =>
      !isMovingHouse(vehicle) && bearsAdditionalDuty(vehicle.origin) ? unknown() : zero,
    )
    .charge('VAT', () => {
      if (isMovingHouse(vehicle)) return zero;
      const base = vehicle.cif.plus(result.of('DUTY', 'TRADE_DEFENCE')).plus(vehicle.onward);
      return base.times(vehicle.facts.historic ? '0.05' : '0.2');
    }).lines;
}

/** Works of art, antiques and collectors' pieces bear an effective rate of 5 %. */
const isArt = ({ code }: GoodsLine) => code.startsWith('97');

const defendedFromChina = ['8712', '871160', '6911', '4011'];
const excised = ['2203', '2204', '2205', '2206', '2207', '2208', '24', '2710'];
const outsideRelief = [...excised, '3303'];

/** The relief for 135 pounds is not certain beyond March 2029. */
function lineDuty(line: GoodsLine): Decimal {
  const { goods, code } = line;
  if (line.ownDutyPercent) return line.cif.times(line.ownDutyPercent).div(100);
  const isRelieved =
    goods
      .total((one) => one.fob)()
      .lte(135) && !startsWithOne(code, outsideRelief);
  if (isRelieved) return goods.date <= '2029-03-31' ? zero : unknown();
  const duty = dutyByTable('GB', line, line.cif);
  return line.hasProof && duty.gt(0) ? unknown() : duty;
}

function defence(line: GoodsLine): Decimal {
  if (bearsAdditionalDuty(line.origin)) return unknown();
  return startsWithOne(line.code, defendedFromChina) && line.origin === 'CN' ? unknown() : zero;
}

export function goodsToBritain(goods: Goods) {
  return goods.assessLines((result, line) =>
    result
      .charge('DUTY', () => lineDuty(line))
      .charge('TRADE_DEFENCE', () => defence(line))
      .charge('EXCISE', () => (startsWithOne(line.code, excised) ? unknown() : zero))
      .charge('VAT', () =>
        line.cif
          .plus(result.of('DUTY', 'TRADE_DEFENCE', 'EXCISE'))
          .times(line.ownVatPercent ?? (isArt(line) ? 5 : 20))
          .div(100),
      ),
  ).lines;
}
