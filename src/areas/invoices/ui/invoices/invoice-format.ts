import { formatMoney } from '#lib/format-money.ts';
import type { InvoiceSummaryWire } from '../../wire/invoices.ts';

type Total = Pick<InvoiceSummaryWire, 'kind' | 'gross' | 'currency'>;

/** What a credit note takes back has a minus, so that a column can be added up by eye. */
export const formatTotal = ({ kind, gross, currency }: Total): string =>
  `${kind === 'credit_note' ? '-' : ''}${formatMoney(gross, currency)}`;
