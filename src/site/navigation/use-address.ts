import { useLocation } from 'react-router';
import { canonicalPath } from '../metadata/metadata.ts';

/**
 * The current path as in the route table; while prerendering the router's own ends with a slash.
 */
export const useAddress = (): string => canonicalPath(useLocation().pathname);
