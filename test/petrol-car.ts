/** A vehicle on its way to Ukraine, as little as its calculator asks for. */
export const petrolCar = {
  destination_country: 'UA',
  price: { amount: '10000', currency: 'EUR' },
  incoterm: 'CIF',
  powertrain: 'petrol',
  engine_capacity_cc: 1998,
  production_date: '2020-05',
};
