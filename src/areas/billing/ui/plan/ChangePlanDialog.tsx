import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { messageOf } from '#client/errors.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { toast } from '#ui/toast.ts';
import type { ChangePreviewWire, SubscriptionWire } from '../../contract.ts';
import { addMoneyPath } from '../../plan-money.ts';
import { ChangeBill } from './ChangeBill.tsx';
import { PaySource } from './PaySource.tsx';
import { sayDay, sayMoney } from './plan-words.ts';
import { type PaymentSource, type PlanChoice, usePlanPreview, useTakePlan } from './queries.ts';

type ChangePlanDialogProps = {
  current: SubscriptionWire | null;
  choice: PlanChoice;
  name: string;
  onClose: () => void;
};

function confirmWords({ kind, charge_now, currency, effective_at }: ChangePreviewWire): string {
  const charge = sayMoney(charge_now, currency);
  if (kind === 'trial') return 'Start the trial';
  if (kind === 'none') return 'Keep this plan';
  if (kind === 'downgrade') return `Change on ${sayDay(effective_at)}`;
  return kind === 'upgrade' ? `Upgrade for ${charge}` : `Subscribe for ${charge}`;
}

const isZero = (amount: string) => Number(amount) === 0;

function useOrder({ current, choice, name, onClose }: ChangePlanDialogProps) {
  const navigate = useNavigate();
  const take = useTakePlan(current);
  const order = (payment_source: PaymentSource) =>
    take.mutate(
      { ...choice, payment_source },
      {
        onSuccess: (plan) => {
          const payment = plan.payment?.uuid;
          if (payment) void navigate(`/dashboard/payments/${payment}`);
          else {
            onClose();
            toast.success(plan.pending_change ? 'The change is noted' : `You are on ${name} now`);
          }
        },
      },
    );
  return { take, order };
}

/** What the plan costs today and later, line by line, before anything is charged. */
export function ChangePlanDialog(props: ChangePlanDialogProps) {
  const { current, choice, name, onClose } = props;
  const preview = usePlanPreview(current, choice);
  const [chosen, setChosen] = useState<PaymentSource>();
  const { take, order } = useOrder(props);
  const due = preview.data;
  const isShort = due !== undefined && !isZero(due.balance.missing);
  const source = chosen ?? (isShort ? 'payment' : 'balance');
  const needsMoney = due !== undefined && !isZero(due.charge_now);

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={current && !current.tariff.is_free ? `Change to ${name}` : `Choose ${name}`}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            Not now
          </Button>
          {due && (
            <Button
              variant="primary"
              isBusy={take.isPending}
              busyLabel="One moment..."
              disabled={needsMoney && source === 'balance' && isShort}
              onClick={() => order(source)}
            >
              {confirmWords(due)}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-5">
        {take.isError && <Banner tone="error">{messageOf(take.error)}</Banner>}
        {preview.isError && (
          <LoadError
            message={messageOf(preview.error)}
            onRetry={() => preview.refetch()}
            isRetrying={preview.isFetching}
          />
        )}
        {preview.isPending && (
          <div aria-busy="true">
            <span className="sr-only">Working out the price</span>
            <Skeleton linesCount={4} />
          </div>
        )}
        {due && <ChangeBill due={due} current={current} />}
        {due && needsMoney && <PaySource due={due} value={source} onChange={setChosen} />}
        {due && isShort && (
          <p className="text-sm text-quiet">
            Rather in another currency?{' '}
            <Link to={addMoneyPath(due.balance.missing)} className="link">
              Add {sayMoney(due.balance.missing, due.currency)} to your balance
            </Link>{' '}
            first, then come back.
          </p>
        )}
      </div>
    </Dialog>
  );
}
