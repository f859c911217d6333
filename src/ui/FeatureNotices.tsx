import type { FeatureOffWire } from '#lib/feature-contract.ts';
import { Banner } from './Banner.tsx';
import { RelativeTime } from './RelativeTime.tsx';

type FeatureNoticesProps = {
  off: readonly FeatureOffWire[];
  className?: string;
};

/** Said before somebody fills in a form that would be refused. Nothing while nothing is off. */
export const FeatureNotices = ({ off, className }: FeatureNoticesProps) =>
  off.length > 0 && (
    <div className={className}>
      <div className="grid gap-3">
        {off.map(({ name, label, notice, since }) => (
          <Banner key={name} tone="warning" title={`Switched off for now: ${label}`}>
            {notice && <p className="wrap-anywhere">{notice}</p>}
            <p className="text-quiet">
              It was switched off <RelativeTime value={since} />. This notice goes away when it
              works again.
            </p>
          </Banner>
        ))}
      </div>
    </div>
  );
