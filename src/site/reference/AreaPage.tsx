import type { ApiArea } from '#lib/api-description.ts';
import { CallRows } from './CallRows.tsx';
import { listGroups } from './operations.ts';
import { groupId } from './ReferenceMenu.tsx';

/** The calls of an area in the order of use. */
export const AreaPage = ({ area }: { area: ApiArea }) => (
  <>
    {area.guide && (
      <p>
        <a href={area.guide}>The guide</a> explains how these calls work together.
      </p>
    )}
    {listGroups(area).map(([title, calls]) => (
      <section key={title}>
        <h2 id={groupId(title)}>{title}</h2>
        <CallRows calls={calls} hasAddresses />
      </section>
    ))}
  </>
);
