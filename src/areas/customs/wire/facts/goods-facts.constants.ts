import { choice, type Fact } from './fact-types.constants.ts';

const item = ['item'] as const;

/** Rates on tobacco and spirits exceed 100 %. */
const ownRate = (name: string, label: string): Fact => ({
  name,
  type: 'decimal',
  of: item,
  label,
  unit: '%',
  max: 1000,
});

export const goodsFacts: readonly Fact[] = [
  {
    name: 'shipment_type',
    type: 'choice',
    of: ['consignment'],
    label: 'Shipment',
    choices: [
      choice('freight', 'Freight'),
      choice('parcel', 'Parcel'),
      choice('gift', 'Gift between private persons'),
    ],
  },
  {
    name: 'ioss',
    type: 'boolean',
    of: ['consignment'],
    label: 'VAT paid at the sale',
    help: 'The seller is registered for the import one-stop shop (IOSS) or its like.',
  },
  { name: 'description', type: 'text', of: item, label: 'Goods' },
  {
    name: 'hs_code',
    type: 'text',
    of: item,
    label: 'Tariff code',
    help: '4 to 10 digits of the Harmonized System.',
  },
  { name: 'quantity', type: 'decimal', of: item, label: 'Quantity' },
  {
    name: 'unit',
    type: 'choice',
    of: item,
    label: 'Unit',
    choices: [
      choice('pcs', 'pieces'),
      choice('pair', 'pairs'),
      choice('set', 'sets'),
      choice('kg', 'kg'),
      choice('l', 'litres'),
      choice('m2', 'm²'),
      choice('m', 'm'),
    ],
  },
  { name: 'value', type: 'money', of: item, label: 'Value', help: 'Of the whole line.' },
  {
    name: 'net_weight_kg',
    type: 'decimal',
    isAboveZero: true,
    of: item,
    label: 'Net weight',
    unit: 'kg',
  },
  { name: 'volume_l', type: 'decimal', isAboveZero: true, of: item, label: 'Volume', unit: 'l' },
  { name: 'alcohol_percent', type: 'decimal', of: item, label: 'Alcohol', unit: '% vol', max: 100 },
  ownRate('duty_rate_percent', 'Your duty rate'),
  ownRate('vat_rate_percent', 'Your VAT rate'),
  ownRate('excise_rate_percent', 'Your excise rate'),
];
