/** The contact page promises a reply within so many hours of the message. */
export const replyHours = 24;

export const contactTypes = ['email', 'whatsapp', 'telegram', 'phone', 'other'] as const;
export type ContactType = (typeof contactTypes)[number];

export const contactTypeLabels: Record<ContactType, string> = {
  email: 'Email',
  whatsapp: 'WhatsApp',
  telegram: 'Telegram',
  phone: 'Phone',
  other: 'Other',
};

/** What the second contact field asks for; the address of `email` is a field of its own. */
export const contactValueLabels: Record<Exclude<ContactType, 'email'>, string> = {
  whatsapp: 'Your WhatsApp number',
  telegram: 'Your Telegram name',
  phone: 'Your phone number',
  other: 'How to reach you',
};

export const leadFilesMax = 3;
export const leadFileBytesMax = 10 * 1024 * 1024;

export const leadStatuses = ['new', 'contacted', 'qualified', 'converted', 'rejected'] as const;
export type LeadStatus = (typeof leadStatuses)[number];

export const leadStatusLabels: Record<LeadStatus, string> = {
  new: 'New',
  contacted: 'Contacted',
  qualified: 'Qualified',
  converted: 'Converted',
  rejected: 'Rejected',
};

const transitions: Record<LeadStatus, readonly LeadStatus[]> = {
  new: ['contacted', 'qualified', 'converted', 'rejected'],
  contacted: ['qualified', 'converted', 'rejected'],
  qualified: ['converted', 'rejected'],
  converted: ['contacted'],
  rejected: ['contacted'],
};

/** Keeping the same status is always allowed. */
export const canTransition = (from: LeadStatus, to: LeadStatus): boolean =>
  from === to || transitions[from].includes(to);
