import type { LineWire } from '../../wire/calculations/calculation-results.ts';

export const confidenceLabels: Record<NonNullable<LineWire['confidence']>, string> = {
  high: 'High: from the law or its authority',
  medium: 'Medium: from an official summary or a good second source',
  low: 'Low: from a single unofficial source, or from old data',
  verify: 'To be verified: common knowledge without a source yet',
  own: 'Your own rate',
};

export const categoryLabels: Record<LineWire['category'], string> = {
  duty: 'Customs duty',
  excise: 'Excise',
  vat: 'VAT and sales tax',
  fee: 'Fees',
  environment: 'Environment and recycling',
  other: 'Other',
};
