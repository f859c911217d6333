// Canada: section V-CA and 2.1.
import type { Decimal } from '#lib/decimal.ts';
import { Assessment, decimal, euMembers, least, need, unknown, zero } from './assessment.ts';
import { startsWithOne } from './eu.ts';
import { dutyByTable, type Goods, type GoodsLine } from './goods.ts';
import { isZeroEmission, type Vehicle } from './vehicle.ts';

const generalTariff = ['RU', 'BY', 'KP'];
const northAmerica = ['US', 'MX'];
const pacific = ['JP', 'AU', 'NZ', 'VN', 'MY', 'SG', 'BN', 'CL', 'PE'];
const agreements = [...northAmerica, ...euMembers, 'GB', 'KR', ...pacific];

/** Agreements whose rates are not known here. */
const otherAgreements = 'IL UA NO CH IS LI CO CR PA HN JO'.split(' ');
const isFree = ({ origin, hasProof }: Vehicle) =>
  hasProof && (otherAgreements.includes(origin) ? unknown() : agreements.includes(origin));

const isChineseElectric = (vehicle: Vehicle) =>
  vehicle.origin === 'CN' &&
  ['car', 'motorhome'].includes(vehicle.category) &&
  !['petrol', 'diesel'].includes(vehicle.powertrain);

function vehicleDuty(vehicle: Vehicle): Decimal {
  const { origin, fob, category } = vehicle;
  if (generalTariff.includes(origin)) return fob.times('0.35');
  if (category !== 'car' && category !== 'motorhome') return unknown();
  if (isFree(vehicle)) return zero;
  if (!isChineseElectric(vehicle)) return fob.times('0.061');
  if (vehicle.powertrain !== 'electric') return unknown();
  return need(vehicle.facts.in_quota) ? fob.times('0.061') : fob;
}

function surtax(vehicle: Vehicle): Decimal {
  const { origin, fob, category, hasProof, facts } = vehicle;
  if (origin === 'US' && !['car', 'motorhome'].includes(category)) return unknown();
  if (origin === 'US') {
    const content = hasProof ? decimal(facts.local_content_percent ?? 15).div(100) : zero;
    return fob.times(decimal(1).minus(content)).times('0.25');
  }
  return isChineseElectric(vehicle) && vehicle.powertrain !== 'electric' ? unknown() : zero;
}

const levyBands = [
  [16, 4000],
  [15, 3000],
  [14, 2000],
  [13, 1000],
] as const;

function greenLevy(vehicle: Vehicle): Decimal {
  const { facts, category } = vehicle;
  if (['motorcycle', 'motorhome', 'truck', 'pickup'].includes(category)) return zero;
  if (facts.is_new === false || isZeroEmission(vehicle.powertrain)) return zero;
  const litres = facts.fuel_l_100km;
  const levy = litres && levyBands.find(([bound]) => decimal(litres).gte(bound))?.[1];
  if (litres && !levy) return zero;
  need(facts.is_new);
  return decimal(need(levy || undefined));
}

const isNoCar = ({ category }: Vehicle) => ['motorcycle', 'motorhome', 'truck'].includes(category);

/** Unless it was registered there, also of a used vehicle that was made since 2019. */
function isTaxed({ facts }: Vehicle): boolean {
  const { is_new: isNew, production_date: produced, registered_there: wasThere } = facts;
  if (isNew || wasThere) return need(isNew);
  if (produced !== undefined && produced < '2019') return need(isNew);
  need(produced);
  need(wasThere);
  return true;
}

/** Above 100,000 dollars. */
function luxuryTax(vehicle: Vehicle, value: () => Decimal): Decimal {
  if (isNoCar(vehicle)) return zero;
  const taxed = value();
  if (taxed.lte(100_000) || !isTaxed(vehicle)) return zero;
  return least(taxed.times('0.1'), taxed.minus(100_000).times('0.2'));
}

/** The fee of the registrar of imported vehicles has no certain amount. */
const registrarFee = ({ facts }: Vehicle) =>
  northAmerica.includes(need(facts.shipped_from)) ? unknown() : zero;

export function vehicleToCanada(vehicle: Vehicle) {
  const { fob, category, facts } = vehicle;
  const result = new Assessment();
  const dutyPaid = () => fob.plus(result.of('DUTY', 'SURTAX'));
  return result
    .charge('DUTY', () => vehicleDuty(vehicle))
    .charge('SURTAX', () => surtax(vehicle))
    .charge('EXCISE_AC', () =>
      category !== 'motorcycle' && (facts.air_conditioned ?? true) ? decimal(100) : zero,
    )
    .charge('GREEN_LEVY', () => greenLevy(vehicle))
    .charge('LUXURY', () => luxuryTax(vehicle, dutyPaid))
    .charge('GST', () =>
      dutyPaid()
        .plus(result.of('EXCISE_AC', 'GREEN_LEVY', 'LUXURY'))
        .times('0.05'),
    )
    .charge('RIV', () => registrarFee(vehicle)).lines;
}

const drinksAndTobacco = ['2203', '2204', '2205', '2206', '2207', '2208', '24'];
const excised = [...drinksAndTobacco, '2710'];
const cars = ['8702', '8703', '8704', '8711'];
/** With surtaxes or anti-dumping duties that are generally known. */
const measured = ['7323', ...cars, '8712', '940421', '940161'];

const wholeValue = (goods: Goods) => goods.total((line) => line.fob)();

/** Up to how many dollars neither tax nor duty is due by courier or post. */
const limits = {
  gift: { tax: 60, duty: 60 },
  near: { tax: 40, duty: 150 },
  far: { tax: 20, duty: 20 },
};

/** Alcohol, tobacco and vehicles never are; by courier from a neighbour, more is. */
function isRelieved({ code, goods }: GoodsLine, kind: 'tax' | 'duty'): boolean {
  const { mode, shipment_type: type, shipped_from: from } = goods.facts;
  const isPosted = () => ['courier', 'post'].includes(need(mode));
  const value = wholeValue(goods);
  if (startsWithOne(code, [...drinksAndTobacco, ...cars]) || value.gt(150)) return false;
  if (value.lte(limits.far[kind])) return isPosted();
  if (type === 'gift') return value.lte(limits.gift[kind]) && isPosted();
  if (value.gt(limits.near[kind]) || (from && !northAmerica.includes(from))) return false;
  return need(mode) === 'courier' && northAmerica.includes(need(from));
}

function lineDuty(line: GoodsLine): Decimal {
  if (line.ownDutyPercent) return line.fob.times(line.ownDutyPercent).div(100);
  if (isRelieved(line, 'duty')) return zero;
  if (generalTariff.includes(need(line.origin))) return line.fob.times('0.35');
  if (startsWithOne(line.code, cars)) return unknown();
  const duty = dutyByTable('CA', line, line.fob);
  return line.hasProof && duty.gt(0) ? unknown() : duty;
}

const measures = (line: GoodsLine) =>
  startsWithOne(line.code, measured) && line.origin !== 'CA' && !isRelieved(line, 'duty')
    ? unknown()
    : zero;

export function goodsToCanada(goods: Goods) {
  return goods.assessLines((result, line) =>
    result
      .charge('DUTY', () => lineDuty(line))
      .charge('TRADE_DEFENCE', () => measures(line))
      .charge('EXCISE', () => (startsWithOne(line.code, excised) ? unknown() : zero))
      .charge('GST', () => {
        if (isRelieved(line, 'tax')) return zero;
        const base = line.fob.plus(result.of('DUTY', 'TRADE_DEFENCE', 'EXCISE'));
        return base.times(line.ownVatPercent ?? 5).div(100);
      }),
  ).lines;
}
