import { describe, expect, it } from 'vitest';
import {
  isSidebarShortcut,
  readSidebarOpen,
  serializeSidebarCookie,
  sidebarWidth,
} from './sidebar-state.ts';

const press = { key: 'b', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

describe('the sidebar', () => {
  it('is 16rem wide', () => {
    expect(sidebarWidth).toBe('16rem');
  });

  it('is stored for seven days', () => {
    expect(serializeSidebarCookie(false)).toBe(
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
    expect(isSidebarShortcut({ ...press, ctrlKey: true })).toBe(true);
    expect(isSidebarShortcut({ ...press, key: 'B', metaKey: true })).toBe(true);
    expect(isSidebarShortcut(press)).toBe(false);
    expect(isSidebarShortcut({ ...press, ctrlKey: true, shiftKey: true })).toBe(false);
    expect(isSidebarShortcut({ ...press, key: 'i', ctrlKey: true })).toBe(false);
  });
});
