import type { FeatureOffWire } from '#lib/wire/features.ts';
import { Banner } from './Banner.tsx';
import { RelativeTime } from './RelativeTime.tsx';

type FeatureNoticesProps = {
  off: readonly FeatureOffWire[];
  className?: string;
};

/** Shown above a form that would be refused because a feature is switched off. */
export const FeatureNotices = ({ off, className }: FeatureNoticesProps) =>
  off.length > 0 && (
    <div className={className}>
      <div className="grid gap-3">
        {off.map(({ name, label, notice, since }) => (
          <Banner key={name} tone="warning" title={`Switched off for now: ${label}`}>
            {notice && <p className="wrap-anywhere">{notice}</p>}
            <p className="text-quiet">
              It was switched off <RelativeTime value={since} />. This notice goes away when it
              works again. All that works and does not is on the{' '}
              <a href="/status" className="link">
                status page
              </a>
              .
            </p>
          </Banner>
        ))}
      </div>
    </div>
  );
