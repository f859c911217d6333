import { formatBytes, formatPercent } from '#lib/format.ts';
import type { DownloadProgress } from './download.ts';

/** `12.3 MB of 208 MB (6%), 4.1 MB/s`. The rate counts what this run received. */
export function formatProgress(
  { receivedBytes, totalBytes }: DownloadProgress,
  { sinceBytes, seconds }: { sinceBytes: number; seconds: number },
): string {
  const share = formatPercent(Math.floor((receivedBytes / totalBytes) * 100) / 100);
  const rate = seconds > 0 ? `, ${formatBytes((receivedBytes - sinceBytes) / seconds)}/s` : '';
  return `${formatBytes(receivedBytes)} of ${formatBytes(totalBytes)} (${share})${rate}`;
}
