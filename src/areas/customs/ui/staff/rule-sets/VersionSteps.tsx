import { useState } from 'react';
import { Link } from 'react-router';
import { useViewer } from '#client/viewer.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/dialogs/ConfirmDialog.tsx';
import { ReasonDialog } from '#ui/dialogs/ReasonDialog.tsx';
import { resultToasts } from '#ui/toast.ts';
import type { RuleSetVersionDetailsWire } from '../../../wire/rule-sets/rule-set-versions.ts';
import { usePublish, useReview } from './queries.ts';
import { listAuthors } from './version.labels.ts';

type Step = 'return' | 'publish';

/** What the viewer can do with a version in its status. */
export function VersionSteps({ version }: { version: RuleSetVersionDetailsWire }) {
  const viewer = useViewer();
  const [step, setStep] = useState<Step>();
  const review = useReview(version.id);
  const publish = usePublish(version.id);
  if (!viewer.may('rules.write')) return null;
  const name = `${version.set_id}, version ${version.version}`;
  const { status } = version;
  const close = (isOpen: boolean) => !isOpen && setStep(undefined);
  const isAuthor = listAuthors(version).includes(viewer.id);
  const results = resultToasts(`rules ${version.id}`);
  // Asks nothing: an approved version can be returned.
  const approve = () =>
    review
      .mutateAsync({ decision: 'approve' })
      .then(() => results.success('Approved. It can be published.'), results.fail);
  return (
    <>
      {status === 'draft' && !isAuthor && (
        <Button
          variant="primary"
          isBusy={review.isPending}
          busyLabel="Approving..."
          onClick={approve}
        >
          Approve
        </Button>
      )}
      {status === 'reviewed' && (
        <Button variant="primary" onClick={() => setStep('publish')}>
          Publish
        </Button>
      )}
      {(status === 'reviewed' || (status === 'draft' && !isAuthor)) && (
        <Button onClick={() => setStep('return')}>Return</Button>
      )}
      {(status === 'published' || status === 'superseded') && (
        <ButtonLink asChild>
          <Link to={`/admin/rule-sets/new?from=${version.id}`}>Draft the next version</Link>
        </ButtonLink>
      )}
      <ConfirmDialog
        isOpen={step === 'publish'}
        onOpenChange={close}
        title={`Publish ${name}?`}
        description="New calculations use it within half a minute. It can't be undone, only replaced by a later version. Earlier calculations stay as they are."
        confirmLabel="Publish"
        tone="primary"
        onConfirm={async () => {
          await publish.mutateAsync(undefined);
          results.success('Published. It is in use.');
        }}
      />
      {step === 'return' && (
        <ReasonDialog
          title={`Return ${name}?`}
          description="It becomes a draft again, and its author reads why."
          confirmLabel="Return"
          busyLabel="Returning..."
          onClose={() => setStep(undefined)}
          onConfirm={(note) => review.mutateAsync({ decision: 'return', note })}
        />
      )}
    </>
  );
}
