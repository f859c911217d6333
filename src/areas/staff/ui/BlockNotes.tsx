/** In place of a block that the server could not read; the rest of the screen stands. */
export const Unread = () => (
  <p className="p-5 text-sm text-quiet">This could not be read. Reload to try again.</p>
);

export const Nothing = ({ children }: { children: string }) => (
  <p className="p-5 text-sm text-quiet">{children}</p>
);
