import { useState } from 'react';
import { Link } from 'react-router';
import { useApiForm } from '#client/use-api-form.ts';
import { useViewer } from '#client/viewer.ts';
import { errorMessage } from '#lib/call-error.ts';
import { formatPrice } from '#lib/format-money.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { FormDialog } from '#ui/dialogs/FormDialog.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Checkbox } from '#ui/fields/Checkbox.tsx';
import { FieldError } from '#ui/fields/FieldError.tsx';
import { FormError } from '#ui/fields/FormError.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { toast } from '#ui/toast.ts';
import { type TariffOffer, useSetTariffOffers, useTariffOffers } from './queries.ts';

type OffersProps = { userId: string };
type DialogProps = OffersProps & { onClose: () => void };

const texts = {
  title: 'Private plans',
  description:
    'Plans this customer may choose in addition to the public ones. Their current plan is not affected.',
};

function OffersForm({ userId, offers, onClose }: DialogProps & { offers: TariffOffer[] }) {
  const set = useSetTariffOffers(userId);
  const offered = offers.filter(({ is_offered }) => is_offered);
  const { form, submit, isBusy } = useApiForm({
    defaultValues: { tariffs: offered.map(({ slug }) => slug) },
    save: async (body) => {
      await set.mutateAsync(body);
      toast.success('Private plans saved');
      onClose();
    },
  });
  const error = form.formState.errors.tariffs?.message;
  return (
    <FormDialog
      {...texts}
      submitLabel="Save"
      busyLabel="Saving..."
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormError form={form} />
      <fieldset className="grid gap-3" aria-describedby={error && 'offers-error'}>
        <legend className="sr-only">Plans</legend>
        {offers.map(({ slug, name, monthly_price, currency }) => (
          <Checkbox
            key={slug}
            value={slug}
            label={name}
            help={`${formatPrice(monthly_price, currency)} a month`}
            {...form.register('tariffs')}
          />
        ))}
        <FieldError id="offers-error">{error}</FieldError>
      </fieldset>
    </FormDialog>
  );
}

function OffersDialog({ userId, onClose }: DialogProps) {
  const offers = useTariffOffers(userId);
  const { may } = useViewer();
  if (offers.data?.length)
    return <OffersForm userId={userId} offers={offers.data} onClose={onClose} />;
  return (
    <Dialog
      {...texts}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      {offers.isPending && <Skeleton linesCount={3} />}
      {offers.isError && (
        <LoadError
          message={errorMessage(offers.error)}
          onRetry={() => offers.refetch()}
          isRetrying={offers.isFetching}
        />
      )}
      {offers.data && (
        <EmptyState
          title="There are no private plans"
          action={
            may('tariffs.read') && (
              <Link to="/admin/tariffs" className="link">
                Open plans
              </Link>
            )
          }
        >
          An admin drafts one under Plans and publishes it as private.
        </EmptyState>
      )}
    </Dialog>
  );
}

/** Lets finance offer private tariffs to a customer. */
export function TariffOffers({ userId }: OffersProps) {
  const { may } = useViewer();
  const [isOpen, setOpen] = useState(false);
  if (!may('payments.decide')) return null;
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Private plans
      </Button>
      {isOpen && <OffersDialog userId={userId} onClose={() => setOpen(false)} />}
    </>
  );
}
