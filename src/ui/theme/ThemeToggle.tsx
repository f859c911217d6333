import { Moon, Sun } from 'lucide-react';
import { Button } from '../Button.tsx';
import { setTheme, useTheme } from './theme.ts';

export type ThemeToggleProps = { className?: string };

export function ThemeToggle({ className }: ThemeToggleProps) {
  const isDark = useTheme() === 'dark';
  const label = isDark ? 'Use the light theme' : 'Use the dark theme';
  return (
    <Button
      variant="quiet"
      isIconOnly
      icon={isDark ? <Sun size={18} aria-hidden /> : <Moon size={18} aria-hidden />}
      className={className}
      onClick={() => setTheme(isDark ? 'light' : 'dark')}
    >
      {label}
    </Button>
  );
}
