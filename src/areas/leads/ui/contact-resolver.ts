// Loaded when the form gets the focus, because zod is larger than the page.
import { zodResolver } from '@hookform/resolvers/zod';
import { contactFormSchema } from '../wire/leads.form.ts';

export const resolveContactForm = zodResolver(contactFormSchema);
