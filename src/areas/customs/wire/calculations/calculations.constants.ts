/** What is imported. */
export const importKinds = ['goods', 'vehicle'] as const;
export type ImportKind = (typeof importKinds)[number];

/** The API calls goods `custom`, in its paths and in `kind` of a calculation. */
export const wireKinds = { goods: 'custom', vehicle: 'vehicle' } as const;
/** The groups of their calls in the reference. */
export const importGroups = { goods: 'Goods', vehicle: 'Vehicles' } as const;
/** Tools for vehicles come after the same ones for goods. */
export const toolOrder = { goods: 0, vehicle: 2 } as const;
/** In summaries of calls. */
export const importNames = { goods: 'goods', vehicle: 'a vehicle' } as const;
export type WireKind = (typeof wireKinds)[ImportKind];

/** Whether the total is one amount, one of several, or not known in full. */
export const calculationStatuses = ['complete', 'range', 'partial'] as const;
export type CalculationStatus = (typeof calculationStatuses)[number];

/** How far the exchange rates of a result can be trusted. */
export const ratesStatuses = ['official', 'other', 'indicative', 'own'] as const;
export type RatesStatus = (typeof ratesStatuses)[number];
export const ratesStatusLabels: Record<RatesStatus, string> = {
  official: 'Exchange rates of the authority',
  other: 'Exchange rates of another bank',
  indicative: 'Indicative exchange rates',
  own: 'Your own exchange rates',
};

export const itemsMax = 100;
export const titleMax = 200;
export const notesMax = 5000;
export const scenariosMax = 5;
