import { lazy } from 'react';
import { formatCount } from '#lib/format.ts';
import { Badge, type BadgeTone } from '../Badge.tsx';
import { Banner, type BannerTone } from '../Banner.tsx';
import { Button } from '../Button.tsx';
import { FeatureNotices } from '../FeatureNotices.tsx';
import { announce } from '../focus/announce.ts';
import { LazyBoundary } from '../LazyBoundary.tsx';
import { LoadError } from '../LoadError.tsx';
import { LongWork } from '../LongWork.tsx';
import { ProgressBar } from '../ProgressBar.tsx';
import { Skeleton } from '../Skeleton.tsx';
import { Spinner } from '../Spinner.tsx';
import { toast } from '../toast.ts';

const tones: BadgeTone[] = ['neutral', 'info', 'success', 'warning', 'danger'];
const banners: [BannerTone, string][] = [
  ['error', 'Invalid OTP code'],
  ['success', 'Profile updated successfully'],
  ['info', 'The rates are of 20 November 2026.'],
  ['warning', 'This key expires in 3 days.'],
];

const switchedOff = [
  {
    name: 'calculations' as const,
    label: 'Duty calculations',
    notice: 'The rates of one country are being corrected.',
    since: '2026-11-22T08:00:00Z',
  },
];

const Toasts = () => (
  <div className="flex flex-wrap gap-3">
    <Button onClick={() => toast.success('Message sent successfully!')}>Toast success</Button>
    <Button onClick={() => toast.error('Failed to send message. Please try again.')}>
      Toast error
    </Button>
    <Button
      onClick={() =>
        toast.info('Calculation deleted', {
          action: { label: 'Undo', altText: 'Restore it in the history', onSelect: () => {} },
        })
      }
    >
      Toast with action
    </Button>
    <Button onClick={() => announce('Three results')}>Announce</Button>
  </div>
);

/** Fails to load, which shows a toast. */
const Unloaded = lazy(() =>
  Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
);

export const GalleryFeedback = () => (
  <>
    <div className="flex flex-wrap gap-3">
      {tones.map((tone) => (
        <Badge key={tone} tone={tone}>
          {tone}
        </Badge>
      ))}
      <Spinner label="Loading" sizePx={24} />
    </div>
    <div className="grid gap-3 md:grid-cols-2">
      {banners.map(([tone, words]) => (
        <Banner key={tone} tone={tone} onDismiss={tone === 'info' ? () => {} : undefined}>
          {words}
        </Banner>
      ))}
      <FeatureNotices off={switchedOff} />
    </div>
    <LoadError message="The server did not answer." onRetry={() => {}} />
    <LazyBoundary>
      <Unloaded />
    </LazyBoundary>
    <Toasts />
    <div className="grid gap-6 md:grid-cols-2">
      <LongWork
        label="Calculating cars.csv"
        status={{ label: 'Running', tone: 'info' }}
        progress={{ done: 620, total: 1000, format: (count) => formatCount(count) }}
        summary="2 failed"
        cancel={{
          question: {
            title: 'Cancel the batch?',
            description: 'What is calculated already stays and is counted.',
            confirmLabel: 'Cancel the batch',
          },
          onCancel: () => {},
        }}
      />
      <LongWork
        label="Calculating goods.csv"
        status={{ label: 'Complete', tone: 'success' }}
        summary="1,000 of 1,000"
      />
      <ProgressBar label="Calls this month" value={620} max={1000} valueText="620 of 1,000" />
      <ProgressBar label="Upload" value={94} tone="warning" />
      <ProgressBar label="Cap" value={62} marks={[50, 80, 100]} valueText="$62 of $100" />
      <Skeleton linesCount={3} className="h-4 w-full" />
      <Skeleton className="h-24 w-full" />
    </div>
  </>
);
