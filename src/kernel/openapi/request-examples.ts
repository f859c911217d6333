// Bodies of calls whose schema alone does not say what is usual, by operation.

const vehicle = {
  destination_country: 'DE',
  price: { amount: '25000.00', currency: 'EUR' },
  origin_country: 'JP',
  vehicle_category: 'car',
  powertrain: 'petrol',
  engine_capacity_cc: 1998,
  production_date: '2023-06',
};
const goods = {
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

/** A CSV file in base64, with one calculation for goods. */
const file =
  'cmVmZXJlbmNlLGRlc3RpbmF0aW9uX2NvdW50cnksY3VycmVuY3ksZGVzY3JpcHRpb24saHNfY29k' +
  'ZSxvcmlnaW5fY291bnRyeSxxdWFudGl0eSx1bml0X3ByaWNlCkEtMSxERSxVU0QsQ290dG9uIFQt' +
  'c2hpcnRzLDYxMDkxMDAwLENOLDIwMCw2LjAwCg==';

export const requestExamples: Readonly<Record<string, unknown>> = {
  putBillingProfile: {
    kind: 'company',
    name: 'Beispiel Werkzeugbau GmbH',
    line1: 'Musterweg 7',
    postal_code: '10115',
    city: 'Berlin',
    country: 'DE',
    tax_number: 'DE136695976',
    email: 'books@example.com',
    reference: 'PO-4711',
  },
  calculateDemo: vehicle,
  calculateVehicle: vehicle,
  saveVehicle: { title: 'A car from Japan', ...vehicle },
  putVehicle: vehicle,
  patchVehicle: { title: 'A car from Japan' },
  calculateGoods: goods,
  saveGoods: { title: 'Shirts from China', ...goods },
  putGoods: goods,
  patchGoods: { title: 'Shirts from China' },
  compareVehicles: {
    base: vehicle,
    scenarios: [{ label: 'Diesel', changes: { powertrain: 'diesel' } }],
  },
  compareGoods: {
    base: goods,
    scenarios: [{ label: 'To France', changes: { destination_country: 'FR' } }],
  },
  patchSpending: { cap: '50.00' },
  createEmbedKey: { name: 'My site', origins: ['https://www.example.com'], daily_quota: 500 },
  createBatch: { kind: 'goods', format: 'csv', file },
  createWithdrawal: {
    amount: '50.00',
    destination: 'bank',
    holder: 'Ada Lovelace',
    iban: 'DE89370400440532013000',
  },
  createApiKey: { name: 'my-program', scopes: ['customs'] },
};
