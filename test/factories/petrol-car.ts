/** A vehicle for Ukraine with the minimum of facts. */
export const petrolCar = {
  destination_country: 'UA',
  price: { amount: '10000', currency: 'EUR' },
  incoterm: 'CIF',
  powertrain: 'petrol',
  engine_capacity_cc: 1998,
  production_date: '2019-05',
};
