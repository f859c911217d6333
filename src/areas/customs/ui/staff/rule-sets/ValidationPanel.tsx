import { CircleCheck, CircleX } from 'lucide-react';
import { errorMessage } from '#lib/call-error.ts';
import { formatCount } from '#lib/format.ts';
import { Banner } from '#ui/Banner.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { RuleSetVersionDetailsWire } from '../../../wire/rule-sets/rule-set-versions.ts';
import { useValidation } from './queries.ts';

/** The checks that a version must pass before it can be published. */
export function ValidationPanel({ version }: { version: RuleSetVersionDetailsWire }) {
  const validation = useValidation(version);
  if (validation.isPending) return <Skeleton className="h-40 w-full" />;
  if (validation.isError)
    return (
      <LoadError message={errorMessage(validation.error)} onRetry={() => validation.refetch()} />
    );
  const { problems, warnings, examples, edges, coverage } = validation.data;
  return (
    <div className="grid gap-5">
      {problems.length === 0 ? (
        <Banner tone="success" title="Every check passes">
          {formatCount(examples.length, 'example')} to the cent, the edges of{' '}
          {formatCount(edges, 'bracket or limit', 'brackets and limits')}, and each example without
          each of its facts. Of {formatCount(coverage.evaluated, 'import')} of all kinds,{' '}
          {formatCount(coverage.complete, 'total')} are complete, and the coverage justifies each.
        </Banner>
      ) : (
        <Banner
          tone="error"
          title={`It may not be published: ${formatCount(problems.length, 'problem')}`}
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
