// The dictionary of facts: the same names for every country. A rule set that needs another fact
// adds it here.
import { choice, type Fact } from './fact-types.constants.ts';
import { goodsFacts } from './goods-facts.constants.ts';
import { vehicleFacts } from './vehicle-facts.constants.ts';

const everywhere = ['vehicle', 'consignment'] as const;
const vehicle = ['vehicle'] as const;

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
      choice('FCA', 'FCA: handed to the carrier, without freight'),
      choice('FAS', 'FAS: alongside the ship, without freight'),
      choice('FOB', 'FOB: loaded, without freight'),
      choice('CFR', 'CFR: with freight'),
      choice('CPT', 'CPT: with freight, any transport'),
      choice('CIF', 'CIF: with freight and insurance'),
      choice('CIP', 'CIP: with freight and insurance, any transport'),
      choice('DAP', 'DAP: delivered, duties unpaid'),
      choice('DPU', 'DPU: delivered and unloaded, duties unpaid'),
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
  {
    name: 'relief_confirmed',
    type: 'boolean',
    of: everywhere,
    label: 'Relief confirmed',
    help: 'Customs have granted the relief, or confirmed the lower charge.',
  },
];

export const facts: readonly Fact[] = [...shared, ...vehicleFacts, ...goodsFacts];

const byName = new Map(facts.map((fact) => [fact.name, fact]));

/** `2 pairs`: a quantity of goods with the label of its unit. */
export const formatFactQuantity = (quantity: string, unit: unknown): string => {
  const label = byName.get('unit')?.choices?.find(({ value }) => value === unit)?.label;
  return [quantity, label ?? unit].filter(Boolean).join(' ');
};

/** Undefined for a name that is not in the dictionary. */
export const factNamed = (name: string): Fact | undefined => byName.get(name);
