import { CircleCheck, CircleX } from 'lucide-react';
import { messageOf } from '#client/errors.ts';
import { Banner } from '#ui/Banner.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { RuleSetVersionDetailsWire } from '../../staff-contract.ts';
import { useProof } from './queries.ts';

const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`;

/** What would keep the version from being published. */
export function ProofPanel({ version }: { version: RuleSetVersionDetailsWire }) {
  const proof = useProof(version);
  if (proof.isPending) return <Skeleton className="h-40 w-full" />;
  if (proof.isError)
    return <LoadError message={messageOf(proof.error)} onRetry={() => proof.refetch()} />;
  const { problems, warnings, examples, edges } = proof.data;
  return (
    <div className="grid gap-5">
      {problems.length === 0 ? (
        <Banner tone="success" title="Every check passes">
          {count(examples.length, 'example', 'examples')} to the cent, the edges of{' '}
          {count(edges, 'bracket or limit', 'brackets and limits')}, and each example without each
          of its facts.
        </Banner>
      ) : (
        <Banner
          tone="error"
          title={`It may not be published: ${count(problems.length, 'problem', 'problems')}`}
        >
          <Findings of={problems} />
        </Banner>
      )}
      {warnings.length > 0 && (
        <Banner tone="warning" title="Look at this before you publish">
          <Findings of={warnings} />
        </Banner>
      )}
      {examples.length > 0 && (
        <ul className="divide-y divide-line">
          {examples.map(({ id, differences }) => (
            <li key={id} className="flex items-start gap-2 py-2 text-sm">
              {differences.length === 0 ? (
                <CircleCheck size={16} aria-hidden className="mt-1 shrink-0 text-success" />
              ) : (
                <CircleX size={16} aria-hidden className="mt-1 shrink-0 text-danger" />
              )}
              <span className="min-w-0 wrap-anywhere">
                <code>{id}</code>
                {differences.length === 0 ? ', to the cent' : ' fails'}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const Findings = ({ of: findings }: { of: readonly string[] }) => (
  <ul className="mt-1 list-disc pl-5">
    {findings.map((finding) => (
      <li key={finding} className="wrap-anywhere">
        {finding}
      </li>
    ))}
  </ul>
);
