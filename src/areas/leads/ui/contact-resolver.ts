// Loaded when the form gets the focus, because zod is larger than the page.
import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import { type ContactFormValues, contactFormSchema, shortFormSchema } from '../wire/leads.form.ts';

export const resolveContactForm = zodResolver(contactFormSchema);
// It reads two of the fields, and fills in the others.
export const resolveShortForm = zodResolver(
  shortFormSchema,
) as unknown as Resolver<ContactFormValues>;
