import { Badge } from '#ui/Badge.tsx';
import { type InvoiceKind, invoiceKindLabels } from '../../wire/invoices.constants.ts';

export const InvoiceKindBadge = ({ kind }: { kind: InvoiceKind }) => (
  <Badge tone={kind === 'invoice' ? 'neutral' : 'info'}>{invoiceKindLabels[kind]}</Badge>
);
