import { LogOut, User } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { LogoutDialog } from '#areas/accounts/ui/LogoutDialog.tsx';
import { Avatar } from '#ui/Avatar.tsx';
import { Button } from '#ui/Button.tsx';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#ui/Menu.tsx';

type UserMenuProps = { email: string };

export function UserMenu({ email }: UserMenuProps) {
  const [isLeaving, setIsLeaving] = useState(false);
  const trigger = (
    <Button variant="quiet" isIconOnly icon={<Avatar name={email} sizePx={28} />}>
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
