/** Of the session's storage, where the router keeps how far each page was scrolled. */
export const scrollStorageKey = 'scroll-positions';

/**
 * Scrolls a page that is loaded again to where it was, before the router runs, and names its entry
 * of the history as the router does. Constant, because the content security policy contains its
 * hash.
 */
export const restoreScrollScript = `try{history.state&&history.state.key||history.replaceState({key:Math.random().toString(32).slice(2)},'');const y=JSON.parse(sessionStorage.getItem('${scrollStorageKey}')||'{}')[history.state.key];typeof y==='number'&&scrollTo(0,y)}catch{try{sessionStorage.removeItem('${scrollStorageKey}')}catch{}}`;
