let pages = 0;

/** Imports modules with a state of their own, as a page does when it is loaded. */
export function openPage(): <Module>(file: URL) => Promise<Module> {
  const page = ++pages;
  return (file) => import(`${file.href}?page=${page}`);
}
