/** Midnight in UTC on the first day of a moment's month, or of one so many months later. */
export const startOfMonth = (at: Date, monthsLater = 0): Date =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + monthsLater, 1));
