import type { z } from 'zod';

type Payload = Pick<z.core.ParsePayload, 'issues'>;

/**
 * For a refinement that compares these fields of an object: it also runs when other fields are
 * wrong, which would skip it by default, so that all errors come at once.
 */
export const whenValid = (...names: readonly string[]) => ({
  when: ({ issues }: Payload) =>
    issues.every(({ path = [] }) => path.length > 0 && !names.includes(String(path[0]))),
});
