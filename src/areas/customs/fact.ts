// What a fact is; the facts themselves stand in facts.ts.

export type FactType =
  | 'money'
  | 'decimal'
  | 'integer'
  | 'boolean'
  | 'choice'
  | 'country'
  | 'text'
  | 'month'
  | 'date';

export type FactKind = 'vehicle' | 'goods';

export type Fact = {
  name: string;
  type: FactType;
  /** Where it may be stated; `item` is a line of goods. */
  of: readonly ('vehicle' | 'consignment' | 'item')[];
  label: string;
  help?: string;
  unit?: string;
  /** What a number may be at most. */
  max?: number;
  choices?: readonly { value: string; label: string }[];
  /** Says something only while another fact is one of these. */
  when?: { fact: string; op: 'in'; value: string[] };
};

export const choice = (value: string, label: string) => ({ value, label });
