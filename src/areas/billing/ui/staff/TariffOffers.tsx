import { type SubmitEvent, useState } from 'react';
import { useViewer } from '#client/viewer.ts';
import { errorMessage } from '#lib/call-error.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { FormDialog } from '#ui/dialogs/FormDialog.tsx';
import { Checkbox } from '#ui/fields/Checkbox.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { toast } from '#ui/toast.ts';
import { useSetTariffOffers, useTariffOffers } from './queries.ts';

type OffersProps = { userId: string };

function Offers({ userId }: OffersProps) {
  const offers = useTariffOffers(userId);
  if (offers.isPending) return <Skeleton linesCount={3} />;
  if (!offers.data)
    return (
      <LoadError
        message={errorMessage(offers.error)}
        onRetry={() => offers.refetch()}
        isRetrying={offers.isFetching}
      />
    );
  if (offers.data.length === 0)
    return (
      <p className="text-quiet">
        There are no private tariffs. An admin can draft one under Tariffs.
      </p>
    );
  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">Tariffs</legend>
      {offers.data.map(({ slug, name, is_offered }) => (
        <Checkbox key={slug} name="tariff" value={slug} label={name} defaultChecked={is_offered} />
      ))}
    </fieldset>
  );
}

function OffersDialog({ userId, onClose }: OffersProps & { onClose: () => void }) {
  const canSave = (useTariffOffers(userId).data?.length ?? 0) > 0;
  const save = useSetTariffOffers(userId);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!canSave) return onClose();
    const tariffs = new FormData(event.currentTarget).getAll('tariff').map(String);
    save.mutate(tariffs, {
      onSuccess: () => {
        toast.success('Private tariffs saved');
        onClose();
      },
    });
  }

  return (
    <FormDialog
      title="Private tariffs"
      description="Tariffs this customer may choose in addition to the public ones. Their current plan is not affected."
      submitLabel="Save"
      busyLabel="Saving..."
      isBusy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {save.isError && <Banner tone="error">{errorMessage(save.error)}</Banner>}
      <Offers userId={userId} />
    </FormDialog>
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
        Private tariffs
      </Button>
      {isOpen && <OffersDialog userId={userId} onClose={() => setOpen(false)} />}
    </>
  );
}
