import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { errorMessage } from '#lib/call-error.ts';
import { formatDate } from '#lib/format.ts';
import { formatMoney } from '#lib/format-money.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { toast } from '#ui/toast.ts';
import type { ChangePreviewWire, SubscriptionWire } from '../../wire/index.ts';
import { addMoneyPath } from '../../wire/subscriptions.constants.ts';
import { ChangeBill } from './ChangeBill.tsx';
import { PaySource } from './PaySource.tsx';
import { type PaymentSource, type PlanChoice, useOrderPlan, usePlanPreview } from './queries.ts';

type ChangePlanDialogProps = {
  current: SubscriptionWire | null;
  choice: PlanChoice;
  name: string;
  onClose: () => void;
};

function labelConfirm({ kind, charge_now, currency, effective_at }: ChangePreviewWire): string {
  const charge = formatMoney(charge_now, currency);
  if (kind === 'trial') return 'Start the trial';
  if (kind === 'none') return 'Keep this plan';
  if (kind === 'downgrade') return `Change on ${formatDate(effective_at)}`;
  return kind === 'upgrade' ? `Upgrade for ${charge}` : `Subscribe for ${charge}`;
}

const isZero = (amount: string) => Number(amount) === 0;

function useOrder({ current, choice, name, onClose }: ChangePlanDialogProps) {
  const navigate = useNavigate();
  const orderPlan = useOrderPlan(current);
  const order = (payment_source: PaymentSource) =>
    orderPlan.mutate(
      { ...choice, payment_source },
      {
        onSuccess: (plan) => {
          const payment = plan.payment?.uuid;
          if (payment) void navigate(`/dashboard/payments/${payment}`);
          else {
            onClose();
            toast.success(
              plan.pending_change ? 'The change is scheduled' : `You are on ${name} now`,
            );
          }
        },
      },
    );
  return { orderPlan, order };
}

/** Shows the cost now and later, line by line, before anything is charged. */
export function ChangePlanDialog(props: ChangePlanDialogProps) {
  const { current, choice, name, onClose } = props;
  const preview = usePlanPreview(current, choice);
  const [chosen, setChosen] = useState<PaymentSource>();
  const { orderPlan, order } = useOrder(props);
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
              isBusy={orderPlan.isPending}
              busyLabel="Processing..."
              disabled={needsMoney && source === 'balance' && isShort}
              onClick={() => order(source)}
            >
              {labelConfirm(due)}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-5">
        {orderPlan.isError && <Banner tone="error">{errorMessage(orderPlan.error)}</Banner>}
        {preview.isError && (
          <LoadError
            message={errorMessage(preview.error)}
            onRetry={() => preview.refetch()}
            isRetrying={preview.isFetching}
          />
        )}
        {preview.isPending && (
          <div>
            <span className="sr-only">Calculating the price</span>
            <Skeleton linesCount={4} />
          </div>
        )}
        {due && <ChangeBill due={due} current={current} />}
        {due && needsMoney && <PaySource due={due} value={source} onChange={setChosen} />}
        {due && isShort && (
          <p className="text-sm text-quiet">
            Prefer another currency?{' '}
            <Link to={addMoneyPath(due.balance.missing)} className="link">
              Add {formatMoney(due.balance.missing, due.currency)} to your balance
            </Link>{' '}
            first, then come back.
          </p>
        )}
      </div>
    </Dialog>
  );
}
