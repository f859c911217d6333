import { errorsPath } from './call-errors.ts';
import { apiAreas } from './call-groups.ts';
import { referencePath } from './operations.ts';

/** For every unknown address below the reference, so it shows nothing of the address. */
export const UnknownCallPage = () => (
  <>
    <p>
      The address may be mistyped, or the call has another name now. Choose its area, or{' '}
      <a href="/search">search for it</a>.
    </p>
    <ul className="call-names">
      {apiAreas.map(({ slug, title }) => (
        <li key={slug}>
          <a href={`${referencePath}/${slug}`}>{title}</a>
        </li>
      ))}
    </ul>
  </>
);

/** The same for the errors. */
export const UnknownErrorPage = () => (
  <p>
    The code may be mistyped, or no call returns it any more. <a href={errorsPath}>All codes</a> are
    on one page, and the <a href="/search">search</a> finds them too.
  </p>
);
