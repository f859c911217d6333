/** A bar for each value, with eighths of a letter: `Mon  ████▌ 12`. */
export function printBars(
  rows: readonly { label: string; value: number }[],
  columns: number,
): string[] {
  const eighths = ' ▏▎▍▌▋▊▉█';
  const most = Math.max(0, ...rows.map(({ value }) => value));
  const labelWidth = Math.max(0, ...rows.map(({ label }) => label.length));
  const numberWidth = Math.max(0, ...rows.map(({ value }) => String(value).length));
  const width = Math.max(10, columns - labelWidth - numberWidth - 4);
  return rows.map(({ label, value }) => {
    const parts = most > 0 ? Math.round((value / most) * width * 8) : 0;
    const bar = '█'.repeat(Math.floor(parts / 8)) + (parts % 8 ? eighths[parts % 8] : '');
    return `${label.padEnd(labelWidth)}  ${bar} ${value}`;
  });
}
