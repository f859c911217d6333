import { Link } from 'react-router';
import { AdjustmentDecisionById } from '#areas/payments/ui/staff/adjustments/AdjustmentDecision.tsx';
import { useRefreshOpenWork } from '#areas/staff/ui/overview/queries.ts';
import StaffOverview from '#areas/staff/ui/overview/StaffOverview.tsx';
import { toRecordAddress } from '#areas/staff/ui/record-address.ts';
import type { OpenWorkWire } from '#areas/staff/wire/open-work.ts';
import { buttonClass } from '#ui/button-class.ts';
import { AssignLead, AssignTicket } from './AssignToMe.tsx';

const Step = ({ work, words }: { work: OpenWorkWire; words: string }) => (
  <Link to={toRecordAddress(work)!} className={buttonClass({ size: 'small' })}>
    {words}
  </Link>
);

/** The open work, with the actions of the areas that it belongs to. */
export default function TodayRoute() {
  const onDone = useRefreshOpenWork();
  return (
    <StaffOverview
      actions={(work) => {
        const isFree = work.assignee === null;
        switch (work.kind) {
          case 'lead':
            return (
              <>
                {isFree && <AssignLead id={work.id} onDone={onDone} />}
                <Step work={work} words="Reply" />
              </>
            );
          case 'ticket':
            return (
              <>
                {isFree && <AssignTicket id={work.id} onDone={onDone} />}
                <Step work={work} words="Reply" />
              </>
            );
          case 'payment':
            return <Step work={work} words="Review" />;
          case 'adjustment':
            return <AdjustmentDecisionById id={work.id} onDone={onDone} />;
          case 'withdrawal':
            return <Step work={work} words={work.task === 'Pay out' ? 'Pay out' : 'Review'} />;
          case 'missed_period':
            return <Step work={work} words="Decide" />;
          case 'customs_rule_set':
            return <Step work={work} words={work.task === 'Publish' ? 'Publish' : 'Review'} />;
        }
      }}
    />
  );
}
