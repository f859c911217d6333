/** `Firefox on Linux`; omits what is unknown. */
export function formatDevice({ browser, system }: { browser: string; system: string }): string {
  if (!browser && !system) return 'Unknown device';
  return [browser || 'Unknown browser', system].filter(Boolean).join(' on ');
}
