// A vehicle as the tests state it: names and units of the API.
import type { Decimal } from '#lib/decimal.ts';
import { decimal, type Lines, type Money, need } from './assessment.ts';
import {
  type Carriage,
  computeCarriage,
  freeOnBoard,
  inOwn,
  onward,
  type Worth,
  withCarriage,
} from './customs-value.ts';

export type VehicleFacts = Carriage & {
  destination_country?: string;
  price: Money;
  origin_country?: string;
  origin_proof?: boolean;
  shipped_from?: string;
  mode?: string;
  importer?: string;
  personal_use?: boolean;
  transfer_of_residence?: boolean;
  relief_confirmed?: boolean;
  vehicle_category?: string;
  powertrain?: string;
  engine_capacity_cc?: string;
  power_kw?: string;
  power_hp?: string;
  power_30min_kw?: string;
  battery_kwh?: string;
  production_date?: string;
  age_years?: string;
  is_new?: boolean;
  registered_there?: boolean;
  gross_weight_kg?: string;
  fuel_l_100km?: string;
  mpg?: string;
  air_conditioned?: boolean;
  local_content_percent?: string;
  historic?: boolean;
  in_quota?: boolean;
};

/** A vehicle on the day of its import. */
export class Vehicle {
  readonly facts: VehicleFacts;
  readonly date: string;
  readonly worth: Worth;

  constructor(facts: VehicleFacts, date: string, worth: Worth) {
    this.facts = facts;
    this.date = date;
    this.worth = worth;
  }

  get price(): Decimal {
    return inOwn(this.facts.price, this.worth);
  }
  get fob(): Decimal {
    return freeOnBoard(this.price, this.facts, this.worth);
  }
  get cif(): Decimal {
    return withCarriage(this.price, this.facts, this.worth);
  }
  get carriage(): Decimal {
    return computeCarriage(this.facts, this.worth);
  }
  get onward(): Decimal {
    return onward(this.facts, this.worth);
  }
  get category(): string {
    return this.facts.vehicle_category ?? 'car';
  }
  get powertrain(): string {
    return need(this.facts.powertrain);
  }
  get origin(): string {
    return need(this.facts.origin_country);
  }
  get hasProof(): boolean {
    return this.facts.origin_proof ?? false;
  }
  get cc(): Decimal {
    return decimal(need(this.facts.engine_capacity_cc));
  }

  /** Full months since the first of its month; the year alone is not enough. */
  get ageMonths(): Decimal {
    const [year, month] = (this.facts.production_date ?? '').split('-').map(Number);
    if (!year || !month) return decimal(need(this.facts.age_years)).times(12);
    const [thisYear, thisMonth] = this.date.split('-').map(Number) as [number, number];
    return decimal((thisYear - year) * 12 + thisMonth - month);
  }

  /** In the Eurasian Union: a month is its 15th, a year 1 July, and a day more is older. */
  isOlderThan(years: number): boolean {
    const { production_date: produced, age_years: age } = this.facts;
    if (!produced) return decimal(need(age)).gt(years);
    const born = [produced, `${produced}-15`, `${produced}-07-01`].find(
      ({ length }) => length === 'YYYY-MM-DD'.length,
    )!;
    return this.date > `${Number(born.slice(0, 4)) + years}${born.slice(4)}`;
  }

  get ageYears(): Decimal {
    return this.ageMonths.div(12).floor();
  }

  /** Miles per US gallon. */
  get mpg(): Decimal {
    if (this.facts.mpg !== undefined) return decimal(this.facts.mpg);
    return decimal('235.214583').div(need(this.facts.fuel_l_100km));
  }
}

export type VehicleDuties = (vehicle: Vehicle) => Lines;
export const isZeroEmission = (powertrain: string) => ['electric', 'hydrogen'].includes(powertrain);
