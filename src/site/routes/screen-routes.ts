/** An entry of the route table. The file is relative to `src`; its exports are a `ScreenModule`. */
export type ScreenRoute = {
  file: string;
  path?: string;
  index?: true;
  children?: readonly ScreenRoute[];
};

export const index = (file: string): ScreenRoute => ({ file, index: true });

export const route = (path: string, file: string): ScreenRoute => ({ file, path });

export const layout = (file: string, children: readonly ScreenRoute[]): ScreenRoute => ({
  file,
  children,
});
