/** "42 seconds", "15 minutes", "3 hours": rounded up, so that nobody comes back too early. */
export function sayWait(seconds: number): string {
  const [amount, unit] =
    seconds < 60
      ? [Math.max(Math.ceil(seconds), 1), 'second']
      : seconds < 5_400
        ? [Math.ceil(seconds / 60), 'minute']
        : [Math.ceil(seconds / 3_600), 'hour'];
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`;
}

/** "0:29", "12:05", "20:43:10": for a countdown that ticks. */
export function sayClock(seconds: number): string {
  const two = (count: number) => String(count).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const start = hours > 0 ? `${hours}:${two(minutes)}` : String(minutes);
  return `${start}:${two(seconds % 60)}`;
}
