import { Panel } from '#ui/Panel.tsx';
import { Screen } from '#ui/Screen.tsx';
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
    <Screen
      title="Payment methods"
      description="The cards that we may charge for you, and what we mail you about it."
      action={hasCards && <AddCardButton />}
      back={{ to: '/dashboard/wallet', label: 'Wallet' }}
    >
      <SetupNotice />
      <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-6">
        <Panel title="Cards" isFlush>
          <CardList />
        </Panel>
        <Renewals />
        <AutomaticTopUp />
        <MailChoice />
      </div>
    </Screen>
  );
}
