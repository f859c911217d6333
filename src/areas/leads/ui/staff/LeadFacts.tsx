import { Link } from 'react-router';
import { DescriptionList } from '#ui/DescriptionList.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import type { LeadWire } from '../../wire/leads.ts';
import { LeadMerge } from './LeadMerge.tsx';

export function LeadFacts({ lead }: { lead: LeadWire }) {
  const texts = [
    ['Email', lead.email],
    ['Company', lead.company],
    ['Website', lead.company_site],
    ['Prefers', lead.contact_value ? `${lead.contact_type}: ${lead.contact_value}` : ''],
    ['Sent from', lead.site_url],
    ['Address', lead.ip_address ?? ''],
    ['Spam because', lead.spam_reason ?? ''],
  ] as const;
  const others = lead.duplicates ?? [];
  return (
    <Panel title="Sender">
      <DescriptionList
        items={[
          ...texts
            .filter(([, words]) => words !== '')
            .map(([term, description]) => ({ term, description })),
          { term: 'Sent', description: <RelativeTime value={lead.created_at} /> },
          ...(lead.user
            ? [
                {
                  term: 'Account',
                  description: (
                    <Link to={`/admin/users/${lead.user}`} className="link">
                      Number {lead.user}
                    </Link>
                  ),
                },
              ]
            : []),
          ...(others.length > 0
            ? [
                {
                  term: 'Other leads',
                  description: <LeadMerge lead={lead} others={others} />,
                },
              ]
            : []),
        ]}
      />
    </Panel>
  );
}
