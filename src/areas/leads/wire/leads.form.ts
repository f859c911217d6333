// Validation of inquiries, shared with the contact form in the browser.
import { z } from 'zod';
import { contactTypes } from './leads.constants.ts';

export const companyRequired = 'Company name is required';

// Mail headers allow no line breaks; bidirectional controls can disguise a text.
const bidiControls = /[\u202a-\u202e\u2066-\u2069]/g;
const toOneLine = (text: string) =>
  text
    .replace(bidiControls, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
/** Keeps line breaks and tabs. */
export const stripControlCharacters = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(bidiControls, '')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim();

const singleLine = () => z.string().overwrite(toOneLine);
const singleLineUpTo = (label: string, lengthMax: number) =>
  singleLine().check(z.maxLength(lengthMax, `${label} must be at most ${lengthMax} characters`));

// People enter `example.com`; a text without a dot stays unchanged and is invalid.
const withScheme = (text: string) =>
  /^[\w-]+(\.[\w-]+)+([:/?#]\S*)?$/.test(text) ? `https://${text}` : text;
const isWebAddress = (text: string) =>
  text === '' || /^https?:$/.test(URL.parse(text)?.protocol ?? '');

export const leadFields = {
  name: singleLine()
    .check(z.minLength(2, 'Name must be at least 2 characters'))
    .check(z.maxLength(200, 'Name must be at most 200 characters')),
  email: z
    .string()
    .trim()
    .toLowerCase()
    .check(z.maxLength(254, 'Please enter a valid email'))
    .check(z.email('Please enter a valid email')),
  company: singleLineUpTo('Company name', 200),
  company_site: singleLine()
    .overwrite(withScheme)
    .check(z.maxLength(500, 'Company website must be at most 500 characters'))
    .check(z.refine(isWebAddress, 'Please enter a valid URL')),
  contact_type: z.enum(contactTypes),
  contact_value: singleLineUpTo('Contact value', 200),
  subject: singleLineUpTo('Subject', 200),
  message: z
    .string()
    .overwrite(stripControlCharacters)
    .check(z.minLength(10, 'Message must be at least 10 characters'))
    .check(z.maxLength(5000, 'Message must be at most 5000 characters')),
};

/**
 * For `.check()` of an object. Runs even if other fields are invalid, so their types are uncertain;
 * a `company` that is not a string has its own error.
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
    // Fields that are not rendered are undefined: those of a company, and for another contact
    // method than e-mail.
    company: leadFields.company.default(''),
    company_site: leadFields.company_site.default(''),
    contact_value: leadFields.contact_value.default(''),
  })
  .check(companyRule);
/** A lead that staff enter by hand. */
export const newLeadSchema = z.object({
  name: leadFields.name,
  email: leadFields.email,
  company: leadFields.company,
  subject: leadFields.subject,
  message: leadFields.message,
});
export type ContactFormValues = z.input<typeof contactFormSchema>;

/** The form with two fields: its senders are known by their address until they answer. */
export const shortFormSchema = z
  .object({ email: leadFields.email, message: leadFields.message })
  .transform(
    (values): ContactFormValues => ({
      ...values,
      name: values.email,
      isCompany: false,
      contact_type: 'email',
      subject: '',
    }),
  );
