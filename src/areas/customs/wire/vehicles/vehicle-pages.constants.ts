// The public pages about the import of vehicles: one for each country, and one for each category of
// vehicles whose charges differ there. `npm run generate` writes them with the engine.

export type VehiclePageLine = {
  label: string;
  category: string;
  /** `10 %`, `3.2 EUR per cm³`; null if there is none, or none is known. */
  rate: string | null;
  /** With its currency; null if it is unknown. */
  amount: string | null;
  isMinimum: boolean;
  status: 'known' | 'unknown' | 'exempt';
  text: string | null;
  /** Places in the list of sources, from 1. */
  sources: readonly number[];
};

export type VehiclePage = {
  path: string;
  /** ISO code. */
  country: string;
  category: string | null;
  title: string;
  heading: string;
  label: string;
  description: string;
  lead: string;
  /** The day of the rules and exchange rates of the example. */
  asOf: string;
  rules: {
    title: string;
    from: string;
    to: string | null;
    reviewBy: string;
    /** The last day on which a source was read; null if no day is recorded. */
    readOn: string | null;
    currency: string;
    basis: 'cif' | 'fob';
    isToBeVerified: boolean;
  };
  example: {
    /** In a sentence: `a used petrol car`. */
    name: string;
    facts: readonly (readonly [label: string, value: string])[];
    /** For the calculator on the page. */
    values: Readonly<Record<string, string>>;
    value: string | null;
    total: string;
    isMinimum: boolean;
  };
  lines: readonly VehiclePageLine[];
  notices: readonly string[];
  /** What the rules do not know there, with the reason. */
  unknown: readonly (readonly [label: string, text: string])[];
  rates: readonly { from: string; to: string; rate: string; date: string; source: string }[];
  sources: readonly {
    title: string;
    reference: string | null;
    url: string | null;
    confidence: string;
    readOn: string | null;
  }[];
};

/** What lists of the pages need of each. */
export type VehiclePageEntry = Pick<VehiclePage, 'path' | 'country' | 'category' | 'label'>;

const toSlug = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9 ]/g, '')
    .replaceAll(' ', '-');

/** `/customs/germany/vehicles`, `/customs/germany/vehicles/motorcycle`. */
export const vehiclePagePath = (countryName: string, category: string | null): string =>
  `/customs/${toSlug(countryName)}/vehicles${category ? `/${category}` : ''}`;
