export const customerKinds = ['person', 'company'] as const;
export type CustomerKind = (typeof customerKinds)[number];

export const customerKindLabels: Readonly<Record<CustomerKind, string>> = {
  person: 'Person',
  company: 'Company',
};

export const taxNumberStatuses = [
  'none',
  'format',
  'unconfirmed',
  'registered',
  'unknown',
] as const;
export type TaxNumberStatus = (typeof taxNumberStatuses)[number];

/** As a customer reads them under the number. */
export const taxNumberStatusTexts: Readonly<Record<TaxNumberStatus, string>> = {
  none: '',
  format: 'The check digits are right.',
  unconfirmed:
    'The tax authority has not answered yet. Invoices rely on it meanwhile, and we ask again every hour.',
  registered: 'Confirmed by VIES.',
  unknown: 'VIES does not know this number. Invoices are made out as without it.',
};
