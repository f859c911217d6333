import clsx from 'clsx';
import { Link, useLocation } from 'react-router';
import type { Role } from '#lib/staff-permissions.ts';
import { menuFor } from './console-menu.ts';

const isHere = (pathname: string, path: string) =>
  path === '/admin'
    ? pathname.replace(/\/$/, '') === path
    : pathname === path || pathname.startsWith(`${path}/`);

export function ConsoleMenu({ roles }: { roles: readonly Role[] }) {
  const { pathname } = useLocation();
  return (
    <nav aria-label="Console" className="grid gap-0.5 py-3">
      {menuFor(roles).map(({ path, label, icon: Icon }) => {
        const isActive = isHere(pathname, path);
        return (
          <Link
            key={path}
            to={path}
            aria-current={isActive ? 'page' : undefined}
            className={clsx(
              'flex min-h-10 items-center gap-3 border-l-2 px-4 text-sm hover:bg-text/5',
              'pointer-coarse:min-h-11',
              isActive ? 'border-accent font-semibold text-text' : 'border-transparent text-quiet',
            )}
          >
            <Icon size={18} aria-hidden />
            {label}
          </Link>
        );
      })}
    </nav>
  );
}
