// Apart from the schemas: the form shows these before it loads the rules.
export const contactTypes = ['email', 'whatsapp', 'telegram', 'phone', 'other'] as const;
export type ContactType = (typeof contactTypes)[number];

export const contactTypeLabels: Record<ContactType, string> = {
  email: 'Email',
  whatsapp: 'WhatsApp',
  telegram: 'Telegram',
  phone: 'Phone',
  other: 'Other',
};
