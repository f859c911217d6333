// The type of a fact; the facts themselves are in facts.constants.ts.

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

export type Fact = {
  name: string;
  type: FactType;
  /** Where it can be stated; `item` is a line of goods. */
  of: readonly ('vehicle' | 'consignment' | 'item')[];
  label: string;
  help?: string;
  unit?: string;
  /** Zero is not a possible value. */
  isAboveZero?: boolean;
  /** The largest number allowed. */
  max?: number;
  choices?: readonly { value: string; label: string }[];
  /** Relevant only while another fact has one of these values. */
  when?: { fact: string; op: 'in'; value: string[] };
};

export const choice = (value: string, label: string) => ({ value, label });
