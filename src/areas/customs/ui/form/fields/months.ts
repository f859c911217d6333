const monthFirst = /^(0?[1-9]|1[0-2])[./-](\d{4})$/;
/** Phones offer no slash on their numeric keyboard. */
const digitsAlone = /^(0[1-9]|1[0-2])(\d{4})$/;

/** `05/2019`, `5.2019`, `052019` and `2019-05` become `2019-05`; other text stays as it is. */
export function readMonth(text: string): string {
  const bare = text.trim();
  const [, month, year] = monthFirst.exec(bare) ?? digitsAlone.exec(bare) ?? [];
  return month && year ? `${year}-${month.padStart(2, '0')}` : text;
}

/** `2019-05` becomes `05/2019`; a year, or what is not complete yet, stays as it is. */
export const formatMonth = (value: string): string =>
  value.replace(/^(\d{4})-(0[1-9]|1[0-2])$/, '$2/$1');

/** A year, or a month of it. */
export const isMonth = (value: string): boolean => /^\d{4}(-(0[1-9]|1[0-2]))?$/.test(value);
