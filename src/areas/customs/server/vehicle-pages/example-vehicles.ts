// The vehicles of the examples on the public pages, with every fact that a country may ask for.

export type VehicleCategory = {
  slug: string;
  /** In a sentence: "a used petrol car". */
  name: string;
  label: string;
  facts: Readonly<Record<string, unknown>>;
};

const shared = {
  incoterm: 'CIF',
  origin_country: 'JP',
  shipped_from: 'JP',
  mode: 'sea',
  right_hand_drive: false,
  in_quota: false,
  origin_proof: false,
};
const used = { ...shared, is_new: false, production_date: '2021-05' };
const car = { ...used, vehicle_category: 'car', gross_weight_kg: '1500' };
const engine = { fuel_l_100km: '6.2', co2_g_km: '122' };

/** The first one is the example of each country; others have pages where they differ. */
export const vehicleCategories: readonly VehicleCategory[] = [
  {
    slug: 'used-petrol-car',
    name: 'a used petrol car',
    label: 'Used petrol car',
    facts: { ...car, ...engine, powertrain: 'petrol', engine_capacity_cc: '1498', power_kw: '88' },
  },
  {
    slug: 'new-electric-car',
    name: 'a new electric car',
    label: 'New electric car',
    facts: {
      ...shared,
      ...{ vehicle_category: 'car', is_new: true, gross_weight_kg: '1800', age_years: '0' },
      ...{ powertrain: 'electric', battery_kwh: '60', power_kw: '150', power_30min_kw: '70' },
    },
  },
  {
    slug: 'used-diesel-car',
    name: 'a used diesel car',
    label: 'Used diesel car',
    facts: { ...car, ...engine, powertrain: 'diesel', engine_capacity_cc: '1968', power_kw: '110' },
  },
  {
    slug: 'used-hybrid-car',
    name: 'a used hybrid car',
    label: 'Used hybrid car',
    facts: {
      ...car,
      ...{ powertrain: 'hybrid', engine_capacity_cc: '1798', power_kw: '90' },
      ...{ fuel_l_100km: '4.5', co2_g_km: '103', power_30min_kw: '30' },
    },
  },
  {
    slug: 'motorcycle',
    name: 'a used motorcycle',
    label: 'Used motorcycle',
    facts: {
      ...used,
      ...{ vehicle_category: 'motorcycle', powertrain: 'petrol', engine_capacity_cc: '689' },
      ...{ power_kw: '54', gross_weight_kg: '190', fuel_l_100km: '4.3', co2_g_km: '100' },
    },
  },
  {
    slug: 'classic-car',
    name: 'a classic car',
    label: 'Classic car',
    facts: {
      ...shared,
      ...{ vehicle_category: 'car', is_new: false, production_date: '1985-05', historic: true },
      ...{ powertrain: 'petrol', engine_capacity_cc: '2990', power_kw: '140' },
      ...{ gross_weight_kg: '1400', fuel_l_100km: '13', co2_g_km: '300' },
    },
  },
];
