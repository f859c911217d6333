/** Screens of what exists once: test mode shows them as they are live. */
const liveScreens = ['profile', 'sessions', 'assistants', 'support', 'customs/embed'];

export const isLiveScreen = (pathname: string): boolean =>
  liveScreens.some((screen) => `${pathname}/`.startsWith(`/dashboard/${screen}/`));
