// What is known of an address at which a source publishes.
export type Request = { path: string; query: URLSearchParams; today: string };
export type Publication = {
  /** Of the host and the path. */
  address: RegExp;
  method?: 'POST';
  /** All that it knows. */
  query?: Readonly<Record<string, RegExp>>;
  /** Without these there is another answer. */
  required?: readonly string[];
  /** Fields of the form, all required. */
  form?: readonly string[];
  type: string;
  /** Its guard refuses programs without a name and a contact. */
  guard?: string;
  /** Null where nothing is published. */
  write: (request: Request) => string | null;
  charset?: 'windows-1251';
};

export const isoDay = /^\d{4}-\d\d-\d\d$/;
