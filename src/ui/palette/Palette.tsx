import { Command } from 'cmdk';
import type { LucideIcon } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { scrimClass } from '../dialogs/dialog-class.ts';
import { useFocusReturn } from '../focus/use-focus-return.ts';
import { VisuallyHidden } from '../VisuallyHidden.tsx';

type PaletteItemProps = {
  /** Searched for; unique. */
  value: string;
  icon: ReactNode;
  detail?: string;
  onSelect: () => void;
  children: string;
};

export const PaletteItem = ({ value, icon, detail, onSelect, children }: PaletteItemProps) => (
  <Command.Item
    value={value}
    onSelect={onSelect}
    className="flex min-h-11 cursor-pointer items-center gap-3 px-4 py-1 text-sm data-[selected=true]:bg-text/8"
  >
    {icon}
    <span className="min-w-0 flex-1 truncate">{children}</span>
    {detail && (
      <span className="max-w-1/2 shrink-0 truncate font-mono text-xs text-quiet">{detail}</span>
    )}
  </Command.Item>
);

type PaletteGroupProps = { heading: string; children: ReactNode };

export const PaletteGroup = ({ heading, children }: PaletteGroupProps) => (
  <Command.Group
    heading={heading}
    className="py-1 [&>[cmdk-group-heading]]:px-4 [&>[cmdk-group-heading]]:py-1.5 [&>[cmdk-group-heading]]:text-xs [&>[cmdk-group-heading]]:text-quiet"
  >
    {children}
  </Command.Group>
);

export type PaletteRecord = { id: string; title: string; detail?: string | null };

type PaletteRecordsProps<T> = {
  heading: string;
  icon: LucideIcon;
  /** What was typed: the server has searched already, so that every record matches. */
  search: string;
  found: readonly T[];
  onSelect: (record: T) => void;
};

/** The records of one kind that a search has found; nothing if there are none. */
export const PaletteRecords = <T extends PaletteRecord>(props: PaletteRecordsProps<T>) => {
  const { heading, icon: Icon, search, found, onSelect } = props;
  if (found.length === 0) return null;
  return (
    <PaletteGroup heading={heading}>
      {found.map((record) => (
        <PaletteItem
          key={record.id}
          value={`${search} ${heading} ${record.id}`}
          icon={<Icon size={18} aria-hidden />}
          {...(record.detail && { detail: record.detail })}
          onSelect={() => onSelect(record)}
        >
          {record.title}
        </PaletteItem>
      ))}
    </PaletteGroup>
  );
};

/** While a search is running: shown instead of the text for no results. */
export const PaletteSearching = () => (
  <Command.Loading className="p-4 text-sm text-quiet">Searching...</Command.Loading>
);

type PaletteProps = {
  title: string;
  placeholder: string;
  search: string;
  onSearchChange: (search: string) => void;
  onClose: () => void;
  /** Shown when nothing matches. */
  empty: ReactNode;
  children: ReactNode;
};

/** A dialog with one field that finds pages, records and actions. */
export function Palette({ title, placeholder, search, onSearchChange, ...props }: PaletteProps) {
  const focusReturn = useFocusReturn();
  return (
    <Radix.Root open onOpenChange={props.onClose}>
      <Radix.Portal>
        <Radix.Overlay className={scrimClass} />
        <Radix.Content
          {...focusReturn}
          aria-describedby={undefined}
          className="fixed inset-x-0 top-[max(1rem,12vh)] z-50 mx-auto w-[min(36rem,calc(100vw-2rem))] animate-enter border border-line surface-raised shadow-float"
        >
          <VisuallyHidden>
            <Radix.Title>{title}</Radix.Title>
          </VisuallyHidden>
          <Command label={placeholder} loop>
            <Command.Input
              value={search}
              onValueChange={onSearchChange}
              placeholder={placeholder}
              className="h-12 w-full border-b border-line bg-transparent px-4 outline-none! shadow-none! placeholder:text-quiet"
            />
            <Command.List className="group/list max-h-[min(24rem,60vh)] overflow-y-auto pb-2">
              <Command.Empty className="p-4 text-sm text-quiet group-has-[[cmdk-loading]]/list:hidden">
                {props.empty}
              </Command.Empty>
              {props.children}
            </Command.List>
          </Command>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
