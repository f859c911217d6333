// The Union: sections V-EU, V-DE and 2.1. Goods for Germany, vehicles for members with the euro.
import type { Decimal } from '#lib/decimal.ts';
import { Assessment, decimal, need, unknown, zero } from './assessment.ts';
import { dutyByTable, type Goods, type GoodsLine } from './goods.ts';
import { isZeroEmission, type Vehicle } from './vehicle.ts';

/** Free until the end of 2029, with proof. */
const hasAmericanPreference = (vehicle: Vehicle) =>
  vehicle.hasProof &&
  vehicle.origin === 'US' &&
  vehicle.date >= '2026-07-01' &&
  vehicle.date <= '2029-12-31';

const withoutAgreement = 'CN TW HK TH SA AE KW QA MY RU BY'.split(' ');

/** Trucks bear 10 to 22 % by their code, which no fact states. */
function chooseRate(vehicle: Vehicle): Decimal {
  if (['car', 'motorhome'].includes(vehicle.category)) return decimal('0.1');
  return vehicle.category === 'motorcycle' ? rateOfMotorcycle(vehicle) : unknown();
}

/** 6 % above 250 cubic centimetres and with a motor, 8 % otherwise. */
export function rateOfMotorcycle(vehicle: Vehicle): Decimal {
  if (vehicle.facts.engine_capacity_cc && vehicle.cc.gt(250)) return decimal('0.06');
  return isZeroEmission(vehicle.powertrain) || vehicle.cc.gt(250)
    ? decimal('0.06')
    : decimal('0.08');
}

export function unionDuty(vehicle: Vehicle): Decimal {
  const { transfer_of_residence: isMoving = false, historic = false } = vehicle.facts;
  if (isMoving || historic || hasAmericanPreference(vehicle)) return zero;
  const mayBePreferred = vehicle.hasProof && !withoutAgreement.includes(vehicle.origin);
  return mayBePreferred ? unknown() : vehicle.cif.times(chooseRate(vehicle));
}

/** Anti-subsidy duty by producer, with a range extender too. */
export function countervailingDuty(vehicle: Vehicle): Decimal {
  if (vehicle.category === 'motorcycle' || vehicle.origin !== 'CN') return zero;
  return ['electric', 'series_hybrid'].includes(vehicle.powertrain) ? unknown() : zero;
}

/** In per cent. */
const standardVat: Record<string, string> = {
  AT: '20',
  BE: '21',
  HR: '25',
  CY: '19',
  EE: '24',
  FI: '25.5',
  FR: '20',
  DE: '19',
  GR: '24',
  IE: '23',
  IT: '22',
  LV: '21',
  LT: '21',
  LU: '17',
  MT: '18',
  NL: '21',
  PT: '23',
  SK: '23',
  SI: '22',
  ES: '21',
};
export const euroMembers = Object.keys(standardVat);

/** Of collectors' pieces the reduced rate is known for Germany only. */
function vatRate({ destination_country: country = '', historic = false }: Vehicle['facts']) {
  if (historic) return country === 'DE' ? '7' : unknown();
  return need(standardVat[country]);
}

export function vehicleToUnion(vehicle: Vehicle) {
  const { transfer_of_residence: isMoving = false, historic = false } = vehicle.facts;
  const result = new Assessment();
  return result
    .charge('DUTY', () => unionDuty(vehicle))
    .charge('CVD', () => (isMoving || historic ? zero : countervailingDuty(vehicle)))
    .charge('VAT', () => {
      if (isMoving) return zero;
      const base = vehicle.cif.plus(result.of('DUTY', 'CVD')).plus(vehicle.onward);
      return base.times(vatRate(vehicle.facts)).div(100);
    }).lines;
}

/** With anti-dumping duties, as far as they are generally known. */
const defendedFromChina = ['8712', '871160', '6911', '4011', '8703'];
const outsideShop = ['2203', '2204', '2205', '2206', '2207', '2208', '24'];
const excised = [...outsideShop, '0901', '2710'];
export const startsWithOne = (code: string, headings: readonly string[]) =>
  headings.some((one) => code.startsWith(one));

/** What the goods alone cost. */
const intrinsicValue = (goods: Goods) => goods.total((line) => line.fob)();

const isParcel = ({ facts }: Goods) => facts.shipment_type === 'parcel';

/** The seller charges the tax on the price up to 150, not of what bears excise. */
const isTaxedAtSale = ({ goods, code }: GoodsLine) =>
  isParcel(goods) &&
  goods.facts.ioss &&
  intrinsicValue(goods).lte(150) &&
  !startsWithOne(code, outsideShop);

/** 3 euros a sub-heading up to 150, for two years. */
const isFlat = (goods: Goods) =>
  isParcel(goods) &&
  intrinsicValue(goods).lte(150) &&
  goods.date >= '2026-07-01' &&
  goods.date <= '2028-07-01';

/** Since November 2026 at the latest; its amount is not published. */
const mayBearFee = (goods: Goods) =>
  isParcel(goods) && intrinsicValue(goods).lte(150) && goods.date >= '2026-11-01';

const isFirstOfSubheading = (line: GoodsLine) =>
  line ===
  line.goods.lines.find(
    ({ code, ownDutyPercent }) => !ownDutyPercent && code.slice(0, 6) === line.code.slice(0, 6),
  );

function lineDuty(line: GoodsLine): Decimal {
  const { goods } = line;
  if (line.ownDutyPercent) return line.cif.times(line.ownDutyPercent).div(100);
  const { ioss: isPaid, importer } = goods.facts;
  if (isFlat(goods) && !startsWithOne(line.code, outsideShop)) {
    if (!isPaid) need(importer);
    const isSale = isPaid || importer === 'individual';
    if (isSale) return isFirstOfSubheading(line) ? decimal(3) : zero;
  }
  const duty = dutyByTable('EU', line, line.cif);
  return line.hasProof && duty.gt(0) ? unknown() : duty;
}

/** Works of art and collectors' pieces, but not antiques; the tax of a sale is the usual one. */
const isArtInGermany = (line: GoodsLine) =>
  startsWithOne(line.code, ['9701', '9702', '9703', '9704', '9705']) && !isTaxedAtSale(line);

const defence = (line: GoodsLine) =>
  startsWithOne(line.code, defendedFromChina) && need(line.origin) === 'CN' ? unknown() : zero;

function excise(line: GoodsLine): Decimal {
  if (startsWithOne(line.code, ['8703'])) return unknown();
  if (!startsWithOne(line.code, excised)) return zero;
  return unknown();
}

export function goodsToGermany(goods: Goods) {
  return goods.assessLines((result, line) =>
    result
      .charge('DUTY', () => lineDuty(line))
      .charge('TRADE_DEFENCE', () => defence(line))
      .charge('EXCISE', () => excise(line))
      .charge('EU_FEE', () => (mayBearFee(goods) ? unknown() : zero))
      .charge('VAT', () =>
        line.cif
          .plus(line.onward)
          .plus(result.of('TRADE_DEFENCE', 'EXCISE'))
          .plus(isTaxedAtSale(line) ? 0 : result.of('DUTY'))
          .times(line.ownVatPercent ?? (isArtInGermany(line) ? 7 : 19))
          .div(100),
      ),
  ).lines;
}
