import { useSession } from '#client/use-session.ts';
import site from '#content/site.json' with { type: 'json' };
import { PageHeader } from '#ui/PageHeader.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RecordLoader } from '#ui/records/RecordLoader.tsx';
import type { BillingProfileWire } from '../../wire/billing-profile.ts';
import { useBillingProfile } from '../queries.ts';
import { BillingProfileForm } from './BillingProfileForm.tsx';

type Loaded = { profile: BillingProfileWire | null };

export default function BillingProfileScreen() {
  const result = useBillingProfile();
  const { email } = useSession();
  const { data: profile } = result;
  const loaded: Loaded | undefined = profile === undefined ? undefined : { profile };
  return (
    <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-6">
      <title>{`Billing profile · ${site.name}`}</title>
      <PageHeader
        title="Billing profile"
        description="Whom later invoices are made out to. Those that exist stay as they are."
        back={{ to: '/dashboard/invoices', label: 'Invoices' }}
      />
      <RecordLoader what="billing profile" result={{ ...result, data: loaded }} missing={null}>
        {(found) => (
          <Panel>
            {/* After saving it begins again with what the server has made of the entries. */}
            <BillingProfileForm
              key={found.profile?.updated_at ?? ''}
              profile={found.profile}
              email={email ?? ''}
            />
          </Panel>
        )}
      </RecordLoader>
    </div>
  );
}
