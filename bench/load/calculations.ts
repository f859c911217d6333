/** What the calculators are asked for, as bodies of their calls. */
export const goods = {
  destination_country: 'DE',
  currency: 'USD',
  items: [
    {
      description: 'Cotton T-shirts',
      hs_code: '61091000',
      origin_country: 'CN',
      quantity: 200,
      unit_price: '6.00',
    },
  ],
};

export const car = {
  destination_country: 'UA',
  price: { amount: '10000', currency: 'USD' },
  incoterm: 'CIF',
  powertrain: 'petrol',
  engine_capacity_cc: '1998',
  production_date: '2020-05',
};
