/** What people call a record. From the random end of the id; it begins with the time. */
export const recordNumber = (prefix: 'PAY' | 'WDR', id: string, now: Date): string =>
  `${prefix}_${now.toISOString().slice(0, 10).replaceAll('-', '')}_${id.slice(-8).toUpperCase()}`;
