// The United States: section V-US, and 2.3 for what is added to goods.
import type { Decimal } from '#lib/decimal.ts';
import { Assessment, clamp, decimal, euMembers, most, need, unknown, zero } from './assessment.ts';
import { dutyByTable, type Goods, type GoodsLine } from './goods.ts';
import { isZeroEmission, type Vehicle } from './vehicle.ts';

const normalTradeRelationsSuspended = ['RU', 'BY', 'CU', 'KP'];
const usmca = ['CA', 'MX'];

/** Agreements whose rates are not known here. The total for cars of Korea includes its rate. */
const partners = 'AU BH CL CO CR DO SV GT HN NI IL JO MA OM PA PE SG'.split(' ');

const forcedLabour: Record<string, string> = {
  ...Object.fromEntries(
    'CN DZ AO AU BS BH BR CL DO EG IQ IL TH AE UY VE VN RU'.split(' ').map((one) => [one, '0.125']),
  ),
  ...Object.fromEntries('GB CA IN ID AR BD EC SV GT JO TT'.split(' ').map((one) => [one, '0.1'])),
};
/** Seen not to be in the list. */
const notInTheList = ['TR', 'KZ'];

/** In force since 24 July 2026. `duty` is what the caps of the EU and Japan include. */
function forcedLabourDuty(origin: string, value: Decimal, duty: () => Decimal): Decimal {
  const cap = euMembers.includes(origin) ? '0.1' : origin === 'JP' ? '0.125' : null;
  if (cap) return most(value.times(cap).minus(duty()), 0);
  if (notInTheList.includes(origin)) return zero;
  return value.times(forcedLabour[origin] ?? unknown());
}

const fees = (date: string) =>
  date >= '2026-10-01' ? { from: '34.58', to: '670.86' } : { from: '33.58', to: '651.50' };

/** Of an informal entry the fee is known until September 2026. */
function processingFee(value: Decimal, entered: Decimal, date: string): Decimal {
  if (entered.isZero()) return zero;
  if (entered.lte(2500)) return date >= '2026-10-01' ? unknown() : decimal('2.69');
  const { from, to } = fees(date);
  return clamp(value.times('0.003464'), from, to);
}

const harbourFee = (mode: string | undefined, value: Decimal) =>
  need(mode) === 'sea' ? value.times('0.00125') : zero;

function vehicleDuty(vehicle: Vehicle): Decimal {
  const { origin, hasProof, category, fob } = vehicle;
  if (origin === 'US') return unknown();
  if (normalTradeRelationsSuspended.includes(origin))
    return category === 'car' || category === 'motorhome' ? fob.times('0.1') : unknown();
  if (hasProof && usmca.includes(origin)) return zero;
  if (hasProof && partners.includes(origin)) return unknown();
  if (category === 'car' || category === 'motorhome') return fob.times('0.025');
  if (category === 'pickup') return fob.times('0.25');
  if (category !== 'motorcycle') return unknown();
  const { engine_capacity_cc: capacity } = vehicle.facts;
  if (capacity !== undefined && vehicle.cc.lte(700)) return zero;
  if (isZeroEmission(vehicle.powertrain) || vehicle.cc.lte(700)) return zero;
  return fob.times('0.024');
}

/** Section 232. What the agreed totals include is the duty. */
function carSurcharge(vehicle: Vehicle, duty: () => Decimal): Decimal {
  const { origin, fob, category } = vehicle;
  if (category === 'motorcycle') return zero;
  if (category === 'van' || category === 'truck' || origin === 'US') return unknown();
  if (vehicle.ageYears.gte(25)) return zero;
  if (usmca.includes(origin) && vehicle.hasProof) return unknown();
  if ([...euMembers, 'JP', 'KR'].includes(origin)) return most(fob.times('0.15').minus(duty()), 0);
  return fob.times(origin === 'GB' && vehicle.facts.in_quota ? '0.075' : '0.25');
}

/** What bears section 232 bears no surcharge for forced labour. */
function vehicleForcedLabour(vehicle: Vehicle, duty: () => Decimal): Decimal {
  const { origin, category, hasProof } = vehicle;
  if (category !== 'motorcycle' && vehicle.ageYears.lt(25)) return zero;
  if (usmca.includes(origin) && hasProof) return zero;
  if (category !== 'motorcycle' && !notInTheList.includes(origin)) return unknown();
  return forcedLabourDuty(origin, vehicle.fob, duty);
}

/** Whether it comes on top of section 232 is not known. */
function brazilSurcharge(vehicle: Vehicle): Decimal {
  if (vehicle.origin !== 'BR') return zero;
  return vehicle.category === 'motorcycle' ? vehicle.fob.times('0.25') : unknown();
}

function chinaSurcharge(vehicle: Vehicle): Decimal {
  if (vehicle.origin !== 'CN') return zero;
  const isCar = ['car', 'motorhome'].includes(vehicle.category);
  const isElectricCar = isCar && vehicle.powertrain === 'electric';
  return isElectricCar ? vehicle.fob : unknown();
}

const guzzlerBands = [
  [12.5, 7700],
  [13.5, 6400],
  [14.5, 5400],
  [15.5, 4500],
  [16.5, 3700],
  [17.5, 3000],
  [18.5, 2600],
  [19.5, 2100],
  [20.5, 1700],
  [21.5, 1300],
  [22.5, 1000],
] as const;

function gasGuzzlerTax(vehicle: Vehicle): Decimal {
  const { is_new: isNew = false, gross_weight_kg: weight } = vehicle.facts;
  if (!isNew || vehicle.category !== 'car') return zero;
  const pound = decimal('0.45359237');
  if (weight !== undefined && decimal(weight).gt(pound.times(6000))) return zero;
  if (isZeroEmission(vehicle.powertrain)) return zero;
  const tax = guzzlerBands.find(([bound]) => vehicle.mpg.lt(bound))?.[1] ?? 0;
  return tax > 0 && weight === undefined ? unknown() : decimal(tax);
}

export function vehicleToUnitedStates(vehicle: Vehicle) {
  const { fob, facts, date } = vehicle;
  const result = new Assessment();
  const duty = () => result.of('DUTY');
  const isExempt = () =>
    usmca.includes(vehicle.origin) && vehicle.hasProof ? zero : processingFee(fob, fob, date);
  return result
    .charge('DUTY', () => vehicleDuty(vehicle))
    .charge('S232', () => carSurcharge(vehicle, duty))
    .charge('S301FL', () => vehicleForcedLabour(vehicle, duty))
    .charge('S301BR', () => brazilSurcharge(vehicle))
    .charge('S301CN', () => chinaSurcharge(vehicle))
    .charge('S338', () => (vehicle.origin === 'CA' ? unknown() : zero))
    .charge('MPF', isExempt)
    .charge('HMF', () => harbourFee(facts.mode, fob))
    .charge('GGT', () => gasGuzzlerTax(vehicle)).lines;
}

/** Chapters of which no good is in an annex of section 232 that was seen. */
const outsideSection232 =
  '04 09 16 17 18 19 33 34 39 42 48 49 61 62 63 64 65 66 69 70 71 91 95 96 97';
const sport = ['9506'];

const mayBearSection232 = (code: string) =>
  !outsideSection232.includes(code.slice(0, 2)) || sport.some((one) => code.startsWith(one));

/** Headings on which anti-dumping duties are known from elsewhere. */
const defended = ['4011', '482010', '940350', '940421'];
const excised = ['2203', '2204', '2205', '2206', '2207', '2208', '24', '2710'];

function goodsDuty(line: GoodsLine): Decimal {
  const origin = need(line.origin);
  if (line.ownDutyPercent) return line.fob.times(line.ownDutyPercent).div(100);
  if (origin === 'US' || normalTradeRelationsSuspended.includes(origin)) return unknown();
  if (line.hasProof && usmca.includes(origin)) return zero;
  const duty = dutyByTable('US', line, line.fob);
  return line.hasProof && duty.gt(0) ? unknown() : duty;
}

function lineForcedLabour(line: GoodsLine, duty: () => Decimal): Decimal {
  const origin = need(line.origin);
  if (line.code.startsWith('30') || mayBearSection232(line.code)) return unknown();
  if (usmca.includes(origin) && line.hasProof) return zero;
  return forcedLabourDuty(origin, line.fob, duty);
}

const lists = { toys: '9503' };

/** The lists of section 301 are not known, except that toys are on the one that is suspended. */
const lineChina = (line: GoodsLine) =>
  need(line.origin) !== 'CN' || line.code.startsWith(lists.toys) ? zero : unknown();

const startsWithOne = (code: string, headings: readonly string[]) =>
  headings.some((one) => code.startsWith(one));

export function goodsToUnitedStates(goods: Goods) {
  const total = goods.total((line) => line.fob);
  const charged = goods.total((line) =>
    usmca.includes(need(line.origin)) && line.hasProof ? zero : line.fob,
  );
  const onLines = (result: Assessment, line: GoodsLine) =>
    result
      .charge('DUTY', () => goodsDuty(line))
      .charge('S232', () => (mayBearSection232(line.code) ? unknown() : zero))
      .charge('S301FL', () => lineForcedLabour(line, () => result.of('DUTY')))
      .charge('S301BR', () => (need(line.origin) === 'BR' ? line.fob.times('0.25') : zero))
      .charge('S301CN', () => lineChina(line))
      .charge('S338', () => (need(line.origin) === 'CA' ? unknown() : zero))
      .charge('TRADE_DEFENCE', () => (startsWithOne(line.code, defended) ? unknown() : zero))
      .charge('EXCISE', () => (startsWithOne(line.code, excised) ? unknown() : zero));
  return goods
    .assessLines(onLines)
    .charge('MPF', () => {
      const value = charged();
      return value.isZero() ? zero : processingFee(value, total(), goods.date);
    })
    .charge('HMF', () => harbourFee(goods.facts.mode, total())).lines;
}
