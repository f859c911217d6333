/** What is imported. */
export const importKinds = ['goods', 'vehicle'] as const;
export type ImportKind = (typeof importKinds)[number];

/** The API calls goods `custom`, in its paths and in `kind` of a calculation. */
export const wireKinds = { goods: 'custom', vehicle: 'vehicle' } as const;
export type WireKind = (typeof wireKinds)[ImportKind];

export const itemsMax = 100;
export const titleMax = 200;
export const notesMax = 5000;
export const scenariosMax = 5;
