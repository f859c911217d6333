import { describe, expect, it } from 'vitest';
import {
  isSidebarPress,
  printSidebarCookie,
  readSidebarOpen,
  sidebarWidth,
} from './sidebar-state.ts';

const press = { key: 'b', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

describe('the sidebar', () => {
  it('is 16rem wide', () => {
    expect(sidebarWidth).toBe('16rem');
  });

  it('is kept for seven days', () => {
    expect(printSidebarCookie(false)).toBe(
      'sidebar_state=false; path=/; max-age=604800; SameSite=Lax',
    );
  });

  it('is open unless its cookie says otherwise', () => {
    expect(readSidebarOpen('')).toBe(true);
    expect(readSidebarOpen('a=1; sidebar_state=true')).toBe(true);
    expect(readSidebarOpen('a=1; sidebar_state=false; b=2')).toBe(false);
    expect(readSidebarOpen('not_sidebar_state=false')).toBe(true);
  });

  it('is toggled by ctrl or cmd and b, and by nothing else', () => {
    expect(isSidebarPress({ ...press, ctrlKey: true })).toBe(true);
    expect(isSidebarPress({ ...press, key: 'B', metaKey: true })).toBe(true);
    expect(isSidebarPress(press)).toBe(false);
    expect(isSidebarPress({ ...press, ctrlKey: true, shiftKey: true })).toBe(false);
    expect(isSidebarPress({ ...press, key: 'i', ctrlKey: true })).toBe(false);
  });
});
