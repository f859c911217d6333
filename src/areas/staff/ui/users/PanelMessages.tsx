/** Replaces a block that the server could not read. */
export const PanelError = () => (
  <p className="p-5 text-sm text-quiet">This could not be read. Reload to try again.</p>
);

export const PanelEmpty = ({ children }: { children: string }) => (
  <p className="p-5 text-sm text-quiet">{children}</p>
);
