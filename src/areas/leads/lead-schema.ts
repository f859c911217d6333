// The rules of the contact form, apart from the contract: the browser loads them for the form alone.
import { z } from 'zod';
import { contactTypes } from './contact-types.ts';

export const companyRequired = 'Company name is required';

// Mail headers take no line break, and bidi controls let a text pose as another.
const bidiControls = /[\u202a-\u202e\u2066-\u2069]/g;
const toOneLine = (text: string) =>
  text
    .replace(bidiControls, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
/** Keeps line breaks and tabs. */
export const dropControls = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(bidiControls, '')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim();

const line = () => z.string().overwrite(toOneLine);
const upTo = (label: string, lengthMax: number) =>
  line().check(z.maxLength(lengthMax, `${label} must be at most ${lengthMax} characters`));

// People type `example.com`; what has no dot stays as it is and is refused.
const withScheme = (text: string) =>
  /^[\w-]+(\.[\w-]+)+([:/?#]\S*)?$/.test(text) ? `https://${text}` : text;
const isWebAddress = (text: string) =>
  text === '' || /^https?:$/.test(URL.parse(text)?.protocol ?? '');

export const leadFields = {
  name: line()
    .check(z.minLength(2, 'Name must be at least 2 characters'))
    .check(z.maxLength(200, 'Name must be at most 200 characters')),
  email: z
    .string()
    .trim()
    .toLowerCase()
    .check(z.maxLength(254, 'Please enter a valid email'))
    .check(z.email('Please enter a valid email')),
  company: upTo('Company name', 200),
  company_site: line()
    .overwrite(withScheme)
    .check(z.maxLength(500, 'Company website must be at most 500 characters'))
    .check(z.refine(isWebAddress, 'Please enter a valid URL')),
  contact_type: z.enum(contactTypes),
  contact_value: upTo('Contact value', 200),
  subject: upTo('Subject', 200),
  message: z
    .string()
    .overwrite(dropControls)
    .check(z.minLength(10, 'Message must be at least 10 characters'))
    .check(z.maxLength(5000, 'Message must be at most 5000 characters')),
};

/**
 * For `.check()` of an object: judged beside the other fields, not only when they are all right, so
 * their types are not certain. A company that is no text has an error of its own.
 */
export const companyRule = z.refine<{ isCompany?: unknown; company?: unknown }>(
  ({ isCompany, company = '' }) =>
    isCompany !== true || typeof company !== 'string' || company.trim() !== '',
  { path: ['company'], message: companyRequired, when: ({ value }) => isObject(value) },
);
const isObject = (value: unknown) => typeof value === 'object' && value !== null;

export const contactFormSchema = z
  .object({
    ...leadFields,
    isCompany: z.boolean(),
    // Not on the screen, and so without a value, while the inquiry is a person's.
    company: leadFields.company.default(''),
    company_site: leadFields.company_site.default(''),
  })
  .check(companyRule);
export type ContactFormValues = z.input<typeof contactFormSchema>;
