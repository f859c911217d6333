import { Copy, Ellipsis, Pencil, Plus, Trash2, TriangleAlert } from 'lucide-react';
import { Avatar } from '../Avatar.tsx';
import { Button, ButtonLink } from '../Button.tsx';
import type { ButtonSize } from '../button-class.ts';
import { CopyButton } from '../CopyButton.tsx';
import { DownloadButton } from '../DownloadButton.tsx';
import { LinkTabs } from '../LinkTabs.tsx';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../Menu.tsx';
import { Tabs } from '../Tabs.tsx';
import { Tooltip } from '../Tooltip.tsx';
import { VisuallyHidden } from '../VisuallyHidden.tsx';

const sizes: ButtonSize[] = ['small', 'medium', 'large'];

const SizeRow = ({ size }: { size: ButtonSize }) => (
  <div className="flex flex-wrap items-center gap-3">
    <Button size={size} variant="primary">
      Send message
    </Button>
    <Button size={size} icon={<Plus size={16} aria-hidden />}>
      Create key
    </Button>
    <Button size={size} variant="quiet">
      Cancel
    </Button>
    <Button size={size} variant="danger" icon={<TriangleAlert size={16} aria-hidden />}>
      Revoke key
    </Button>
    <Button size={size} isIconOnly icon={<Pencil size={16} aria-hidden />}>
      Edit
    </Button>
  </div>
);

export const GalleryButtons = () => (
  <>
    {sizes.map((size) => (
      <SizeRow key={size} size={size} />
    ))}
    <div className="flex flex-wrap items-center gap-3">
      <Button variant="primary" isBusy busyLabel="Sending...">
        Send message
      </Button>
      <Button isBusy busyLabel="Creating...">
        Create key
      </Button>
      <Button variant="primary" disabled>
        Verify code
      </Button>
      <Button disabled>Create key</Button>
      <ButtonLink href="#link" variant="primary">
        Talk to us
      </ButtonLink>
      <ButtonLink asChild>
        <a href="#child">As a child</a>
      </ButtonLink>
      <CopyButton value="wl_live_1234" label="Copy key" />
      <DownloadButton fileName="weave.txt" load={async () => new Blob(['over, under'])}>
        Download
      </DownloadButton>
      <DownloadButton fileName="weave.txt" load={() => Promise.reject(new Error('Try again.'))}>
        Download that fails
      </DownloadButton>
      <Menu
        trigger={
          <Button variant="quiet" isIconOnly icon={<Ellipsis size={18} aria-hidden />}>
            More
          </Button>
        }
      >
        <MenuLabel>ada@example.com</MenuLabel>
        <MenuItem icon={<Copy size={16} aria-hidden />}>Duplicate</MenuItem>
        <MenuItem asChild>
          <a href="#profile">Profile</a>
        </MenuItem>
        <MenuItem disabled>Not yet</MenuItem>
        <MenuSeparator />
        <MenuItem tone="danger" icon={<Trash2 size={16} aria-hidden />}>
          Delete
        </MenuItem>
      </Menu>
      <Tooltip content="Opens the settings">
        <Button variant="quiet">With a tooltip</Button>
      </Tooltip>
      <Avatar name="Ada Lovelace" sizePx={64} alt="Ada Lovelace" />
      <Avatar name="grace.hopper@example.com" />
      <Avatar name="Broken" src="/nowhere.png" sizePx={24} />
      <VisuallyHidden>Only assistive technology reads this.</VisuallyHidden>
    </div>
    <Tabs
      label="Ways to call"
      items={[
        { value: 'curl', label: 'curl', content: <p>One line in a terminal.</p> },
        { value: 'node', label: 'Node', content: <p>Three lines with fetch.</p> },
        { value: 'python', label: 'Python', content: <p>Three lines with requests.</p> },
      ]}
    />
    <LinkTabs
      label="Pages"
      items={[
        { to: '#revenue', label: 'Revenue' },
        { to: '/pricing', label: 'Pricing' },
      ]}
    />
  </>
);
