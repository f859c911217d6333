/** `Recording 2026-11-23 14-05`. */
export function nameRecording(kind: string): string {
  const now = new Date();
  const time = now.toTimeString().slice(0, 5).replace(':', '-');
  return `${kind} ${now.toISOString().slice(0, 10)} ${time}`;
}
