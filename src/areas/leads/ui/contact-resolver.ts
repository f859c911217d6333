// Loaded when the form is touched: zod is larger than the page around it.
import { zodResolver } from '@hookform/resolvers/zod';
import { contactFormSchema } from '../lead-schema.ts';

export const resolveContactForm = zodResolver(contactFormSchema);
