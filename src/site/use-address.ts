import { useLocation } from 'react-router';

/** The path on screen as the route table has it: while pages are printed it ends with a slash. */
export const useAddress = (): string => useLocation().pathname.replace(/(.)\/+$/, '$1');
