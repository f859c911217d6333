const units = ['byte', 'kilobyte', 'megabyte'] as const;

/** "182 kB": sizes as file managers show them. */
export function sayBytes(bytes: number): string {
  const step = bytes < 1000 ? 0 : bytes < 1_000_000 ? 1 : 2;
  const format = new Intl.NumberFormat('en', {
    style: 'unit',
    unit: units[step]!,
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step === 2 ? 1 : 0,
  });
  return format.format(bytes / 1000 ** step);
}
