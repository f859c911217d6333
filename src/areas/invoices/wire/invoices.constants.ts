export const invoiceKinds = ['invoice', 'credit_note'] as const;
export type InvoiceKind = (typeof invoiceKinds)[number];

export const invoiceKindLabels: Readonly<Record<InvoiceKind, string>> = {
  invoice: 'Invoice',
  credit_note: 'Credit note',
};

export const treatments = ['domestic', 'oss', 'reverse_charge', 'outside', 'exempt'] as const;
export type Treatment = (typeof treatments)[number];

/** Beside the rate, in the table of taxes. */
export const treatmentLabels: Readonly<Record<Treatment, string>> = {
  domestic: 'Standard rate',
  oss: 'Standard rate, one-stop shop',
  reverse_charge: 'Reverse charge',
  outside: 'Outside the scope of tax',
  exempt: 'Exempt',
};

/** The start of every number: `INV-2026-000001`, `CN-2026-000001`. */
export const seriesPrefixes: Readonly<Record<InvoiceKind, string>> = {
  invoice: 'INV',
  credit_note: 'CN',
};
/** Of test mode: `TEST-INV-2026-000001`. */
export const invoiceNumberPattern = /^(TEST-)?(INV|CN)-\d{4}-\d{6,}$/;
