// Where a lead stands; apart from the contract, so that screens can load it.
export const leadStatuses = ['new', 'contacted', 'qualified', 'converted', 'rejected'] as const;
export type LeadStatus = (typeof leadStatuses)[number];

export const statusLabels: Record<LeadStatus, string> = {
  new: 'New',
  contacted: 'Contacted',
  qualified: 'Qualified',
  converted: 'Converted',
  rejected: 'Rejected',
};

const moves: Record<LeadStatus, readonly LeadStatus[]> = {
  new: ['contacted', 'qualified', 'converted', 'rejected'],
  contacted: ['qualified', 'converted', 'rejected'],
  qualified: ['converted', 'rejected'],
  converted: ['contacted'],
  rejected: ['contacted'],
};

/** A status a lead has already is no move and always allowed. */
export const canBecome = (from: LeadStatus, to: LeadStatus): boolean =>
  from === to || moves[from].includes(to);
