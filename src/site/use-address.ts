import { useLocation } from 'react-router';
import { canonicalPath } from './meta.ts';

/** The path on screen as the route table has it: while pages are printed it ends with a slash. */
export const useAddress = (): string => canonicalPath(useLocation().pathname);
