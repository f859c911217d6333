/** Decimal text with thousands separators, and all of its digits. */
export function groupDigits(text: string): string {
  const [whole = '', fraction] = text.split('.');
  if (whole.length <= 3) return text;
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}
