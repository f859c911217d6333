// The one dictionary of facts: the same names for every country, so that a client learns them once.
// A rule set that needs a fact beyond these adds it here.

export type FactType =
  | 'money'
  | 'decimal'
  | 'integer'
  | 'boolean'
  | 'choice'
  | 'country'
  | 'text'
  | 'month'
  | 'date';

export type FactKind = 'vehicle' | 'goods';

export type Fact = {
  name: string;
  type: FactType;
  /** Where it may be stated; `item` is a line of goods. */
  of: readonly ('vehicle' | 'consignment' | 'item')[];
  label: string;
  help?: string;
  unit?: string;
  choices?: readonly { value: string; label: string }[];
};

const choice = (value: string, label: string) => ({ value, label });
const everywhere = ['vehicle', 'consignment'] as const;
const vehicle = ['vehicle'] as const;
const item = ['item'] as const;

const shared: readonly Fact[] = [
  { name: 'destination_country', type: 'country', of: everywhere, label: 'Destination' },
  {
    name: 'price',
    type: 'money',
    of: vehicle,
    label: 'Price',
    help: 'What is paid to the seller, as on the invoice.',
  },
  {
    name: 'freight',
    type: 'money',
    of: everywhere,
    label: 'Freight',
    help: 'Transport to the border of the destination.',
  },
  {
    name: 'insurance',
    type: 'money',
    of: everywhere,
    label: 'Insurance',
    help: 'For the transport to the border. Leave it empty if there is none.',
  },
  {
    name: 'onward_transport',
    type: 'money',
    of: everywhere,
    label: 'Onward transport',
    help: 'From the border to the first destination inland.',
  },
  {
    name: 'incoterm',
    type: 'choice',
    of: everywhere,
    label: 'Delivery term',
    help: 'What the price already includes (Incoterms 2020).',
    choices: [
      choice('EXW', 'EXW: nothing but the goods'),
      choice('FOB', 'FOB: loaded, without freight'),
      choice('CFR', 'CFR: with freight'),
      choice('CIF', 'CIF: with freight and insurance'),
      choice('DAP', 'DAP: delivered, duties unpaid'),
    ],
  },
  {
    name: 'origin_country',
    type: 'country',
    of: ['vehicle', 'consignment', 'item'],
    label: 'Country of origin',
    help: 'Where it was made, not where it is sent from.',
  },
  { name: 'shipped_from', type: 'country', of: everywhere, label: 'Shipped from' },
  {
    name: 'origin_proof',
    type: 'boolean',
    of: ['vehicle', 'consignment', 'item'],
    label: 'Proof of origin',
    help: 'A certificate or a statement that a trade agreement asks for.',
  },
  {
    name: 'preference',
    type: 'text',
    of: ['vehicle', 'consignment', 'item'],
    label: 'Preference',
    help: 'The agreement that is claimed, such as CUSMA.',
  },
  {
    name: 'mode',
    type: 'choice',
    of: everywhere,
    label: 'Transport',
    choices: [
      choice('sea', 'Sea'),
      choice('air', 'Air'),
      choice('land', 'Road or rail'),
      choice('post', 'Post'),
      choice('courier', 'Courier'),
    ],
  },
  {
    name: 'importer',
    type: 'choice',
    of: everywhere,
    label: 'Importer',
    choices: [choice('individual', 'A private person'), choice('legal_entity', 'A company')],
  },
  { name: 'personal_use', type: 'boolean', of: everywhere, label: 'For personal use' },
  {
    name: 'transfer_of_residence',
    type: 'boolean',
    of: everywhere,
    label: 'Moving house',
    help: 'The importer moves to the country and owned the goods before.',
  },
];

const ofVehicles: readonly Fact[] = [
  {
    name: 'vehicle_category',
    type: 'choice',
    of: vehicle,
    label: 'Kind of vehicle',
    choices: [
      choice('car', 'Car'),
      choice('pickup', 'Pickup'),
      choice('van', 'Van'),
      choice('motorcycle', 'Motorcycle'),
      choice('motorhome', 'Motorhome'),
      choice('truck', 'Truck'),
    ],
  },
  {
    name: 'powertrain',
    type: 'choice',
    of: vehicle,
    label: 'Powertrain',
    choices: [
      choice('petrol', 'Petrol'),
      choice('diesel', 'Diesel'),
      choice('hybrid', 'Hybrid'),
      choice('plugin_hybrid', 'Plug-in hybrid'),
      choice('series_hybrid', 'Series hybrid'),
      choice('electric', 'Electric'),
      choice('hydrogen', 'Hydrogen'),
    ],
  },
  {
    name: 'engine_capacity_cc',
    type: 'integer',
    of: vehicle,
    label: 'Engine capacity',
    unit: 'cm³',
  },
  { name: 'power_kw', type: 'decimal', of: vehicle, label: 'Power', unit: 'kW' },
  {
    name: 'power_hp',
    type: 'decimal',
    of: vehicle,
    label: 'Power',
    unit: 'hp',
    help: 'Metric horsepower, if kilowatts are not known.',
  },
  {
    name: 'power_30min_kw',
    type: 'decimal',
    of: vehicle,
    label: '30-minute power',
    unit: 'kW',
    help: 'Of the electric motor, from the certificate.',
  },
  { name: 'battery_kwh', type: 'decimal', of: vehicle, label: 'Battery', unit: 'kWh' },
  {
    name: 'production_date',
    type: 'month',
    of: vehicle,
    label: 'Produced',
    help: 'Year and month. With the year alone the costlier band is taken.',
  },
  {
    name: 'age_years',
    type: 'decimal',
    of: vehicle,
    label: 'Age',
    unit: 'years',
    help: 'If the date of production is not known.',
  },
  { name: 'is_new', type: 'boolean', of: vehicle, label: 'New, never registered' },
  {
    name: 'gross_weight_kg',
    type: 'decimal',
    of: ['vehicle', 'item'],
    label: 'Gross weight',
    unit: 'kg',
  },
  { name: 'co2_g_km', type: 'decimal', of: vehicle, label: 'CO₂', unit: 'g/km' },
  { name: 'fuel_l_100km', type: 'decimal', of: vehicle, label: 'Fuel use', unit: 'l/100 km' },
  {
    name: 'mpg',
    type: 'decimal',
    of: vehicle,
    label: 'Fuel economy',
    unit: 'mpg',
    help: 'Combined city and highway, US gallons.',
  },
  { name: 'right_hand_drive', type: 'boolean', of: vehicle, label: 'Right-hand drive' },
  { name: 'air_conditioned', type: 'boolean', of: vehicle, label: 'Air conditioning' },
  {
    name: 'local_content_percent',
    type: 'decimal',
    of: vehicle,
    label: 'Local content',
    unit: '%',
    help: 'The share of the value that comes from the members of the agreement.',
  },
  {
    name: 'historic',
    type: 'boolean',
    of: vehicle,
    label: 'Collectors’ piece',
    help: 'At least 30 years old, in original condition, no longer produced.',
  },
  {
    name: 'in_quota',
    type: 'boolean',
    of: ['vehicle', 'consignment', 'item'],
    label: 'Within the quota',
  },
  { name: 'make', type: 'text', of: vehicle, label: 'Make' },
  { name: 'model', type: 'text', of: vehicle, label: 'Model' },
  { name: 'vin', type: 'text', of: vehicle, label: 'VIN' },
];

const ofGoods: readonly Fact[] = [
  {
    name: 'shipment_type',
    type: 'choice',
    of: ['consignment'],
    label: 'Shipment',
    choices: [choice('freight', 'Freight'), choice('parcel', 'Parcel'), choice('gift', 'Gift')],
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
  { name: 'net_weight_kg', type: 'decimal', of: item, label: 'Net weight', unit: 'kg' },
  { name: 'volume_l', type: 'decimal', of: item, label: 'Volume', unit: 'l' },
  { name: 'alcohol_percent', type: 'decimal', of: item, label: 'Alcohol', unit: '% vol' },
  { name: 'duty_rate_percent', type: 'decimal', of: item, label: 'Your duty rate', unit: '%' },
  { name: 'vat_rate_percent', type: 'decimal', of: item, label: 'Your VAT rate', unit: '%' },
  { name: 'excise_rate_percent', type: 'decimal', of: item, label: 'Your excise rate', unit: '%' },
];

export const facts: readonly Fact[] = [...shared, ...ofVehicles, ...ofGoods];

const byName = new Map(facts.map((fact) => [fact.name, fact]));
/** Undefined for a name that the dictionary does not have. */
export const factNamed = (name: string): Fact | undefined => byName.get(name);
