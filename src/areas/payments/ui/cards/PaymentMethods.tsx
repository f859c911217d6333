import { Link } from 'react-router';
import site from '#content/site.json' with { type: 'json' };
import { PageHeader } from '#ui/PageHeader.tsx';
import { Panel } from '#ui/Panel.tsx';
import { useLivePayments } from '../use-live-payments.ts';
import { AddCardButton } from './AddCardButton.tsx';
import { AutomaticTopUp } from './AutomaticTopUp.tsx';
import { CardList } from './CardList.tsx';
import { MailChoice } from './MailChoice.tsx';
import { useCards } from './queries.ts';
import { Renewals } from './Renewals.tsx';
import { SetupNotice } from './SetupNotice.tsx';

export default function PaymentMethods() {
  useLivePayments();
  const hasCards = (useCards().data?.results.length ?? 0) > 0;
  return (
    <>
      <title>{`Payment methods · ${site.name}`}</title>
      <PageHeader
        title="Payment methods"
        description="The cards that we may charge for you, and what we mail you about it."
        action={hasCards && <AddCardButton />}
        back={
          <Link to="/dashboard/wallet" className="link">
            Wallet
          </Link>
        }
      />
      <SetupNotice />
      <div className="mt-6 grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-6">
        <Panel title="Cards" isFlush>
          <CardList />
        </Panel>
        <Renewals />
        <AutomaticTopUp />
        <MailChoice />
      </div>
    </>
  );
}
