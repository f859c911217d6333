// Durations of ISO 8601, by the calendar in UTC.
const pattern =
  /^P(?=.)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=.)(?:(\d+)H)?(?:(\d+)M)?)?$/;

/** The last day of a shorter month, as for periods of plans. */
function addMonths(at: Date, months: number): Date {
  const later = new Date(at);
  later.setUTCMonth(later.getUTCMonth() + months);
  if (later.getUTCDate() !== at.getUTCDate()) later.setUTCDate(0);
  return later;
}

/** Null for what is no duration, zero, or more than a year. */
export function addDuration(at: Date, text: string): Date | null {
  const match = pattern.exec(text);
  if (!match) return null;
  const [years, months, weeks, days, hours, minutes] = match
    .slice(1)
    .map((digits) => Number(digits ?? 0)) as [number, number, number, number, number, number];
  const later = addMonths(at, 12 * years + months);
  later.setUTCDate(later.getUTCDate() + 7 * weeks + days);
  later.setUTCMinutes(later.getUTCMinutes() + 60 * hours + minutes);
  const isWithinYear = later > at && later <= addMonths(at, 12);
  return isWithinYear ? later : null;
}
