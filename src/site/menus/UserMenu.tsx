import { LogOut, User } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { LogoutDialog } from '#areas/accounts/ui/sessions/LogoutDialog.tsx';
import { useSession } from '#client/use-session.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Button } from '#ui/Button.tsx';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#ui/Menu.tsx';

type UserMenuProps = { email: string };

export function UserMenu({ email }: UserMenuProps) {
  const [isLeaving, setIsLeaving] = useState(false);
  const { person } = useSession();
  const picture = <Avatar name={person?.name ?? email} src={person?.avatar ?? null} sizePx={28} />;
  const trigger = (
    <Button variant="quiet" isIconOnly icon={picture}>
      Your account
    </Button>
  );
  return (
    <>
      <Menu trigger={trigger}>
        <MenuLabel>{email}</MenuLabel>
        <MenuItem asChild>
          <Link to="/dashboard/profile">
            <User size={16} aria-hidden /> Profile
          </Link>
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<LogOut size={16} aria-hidden />} onSelect={() => setIsLeaving(true)}>
          Sign out
        </MenuItem>
      </Menu>
      <LogoutDialog isOpen={isLeaving} onOpenChange={setIsLeaving} />
    </>
  );
}
