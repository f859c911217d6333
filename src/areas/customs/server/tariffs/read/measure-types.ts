// The types of measure of TARIC that charge something, by their numbers in the European Union and
// the United Kingdom, which share them. All others are prohibitions, restrictions, surveillance,
// supplementary units and prices.
import type { TariffMeasure } from '../tariff-model.ts';

type Charge = { kind: TariffMeasure['kind']; condition?: string };

const authorisedUse = 'Authorised use';

const charges: Readonly<Record<string, Charge>> = {
  103: { kind: 'third_country' },
  105: { kind: 'suspension', condition: authorisedUse },
  106: { kind: 'preference', condition: 'Customs union' },
  112: { kind: 'suspension' },
  115: { kind: 'suspension', condition: authorisedUse },
  117: { kind: 'suspension', condition: 'Ships, boats and platforms' },
  119: { kind: 'suspension', condition: 'Airworthiness' },
  122: { kind: 'quota' },
  123: { kind: 'quota', condition: authorisedUse },
  141: { kind: 'preference', condition: 'Suspension' },
  142: { kind: 'preference' },
  143: { kind: 'quota', condition: 'Preferential' },
  145: { kind: 'preference', condition: authorisedUse },
  146: { kind: 'quota', condition: `Preferential; ${authorisedUse.toLowerCase()}` },
  147: { kind: 'quota', condition: 'Customs union' },
  305: { kind: 'vat' },
  306: { kind: 'excise' },
  551: { kind: 'anti_dumping', condition: 'Provisional' },
  552: { kind: 'anti_dumping' },
  553: { kind: 'countervailing', condition: 'Provisional' },
  554: { kind: 'countervailing' },
  695: { kind: 'additional' },
  696: { kind: 'additional', condition: 'Safeguard' },
};

export const findCharge = (type: string): Charge | null => charges[type.trim()] ?? null;

/** All countries have the number 1011. */
export const toOrigin = (area: string): string => (area === '1011' || area === '' ? '*' : area);

/** A list printed in one cell. */
export const splitList = (cell: string): string[] =>
  cell
    .split(/[|,;\s]+/)
    .map((one) => one.trim())
    .filter((one) => one !== '');
