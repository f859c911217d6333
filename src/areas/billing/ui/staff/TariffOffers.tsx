import { type SubmitEvent, useState } from 'react';
import { messageOf } from '#client/errors.ts';
import { useViewer } from '#client/viewer.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { FormDialog } from '#ui/FormDialog.tsx';
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
        message={messageOf(offers.error)}
        onRetry={() => offers.refetch()}
        isRetrying={offers.isFetching}
      />
    );
  if (offers.data.length === 0)
    return (
      <p className="text-quiet">There is no private tariff. An admin drafts one under Tariffs.</p>
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
        toast.success('The private tariffs are set');
        onClose();
      },
    });
  }

  return (
    <FormDialog
      title="Private tariffs"
      description="What this customer may choose beside the public tariffs. It takes nothing from a plan they have."
      submitLabel="Save"
      busyLabel="Saving..."
      isBusy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {save.isError && <Banner tone="error">{messageOf(save.error)}</Banner>}
      <Offers userId={userId} />
    </FormDialog>
  );
}

/** Finance lets a customer choose a tariff that was agreed on with them. */
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
