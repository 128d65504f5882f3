import { Monitor, Moon, Sun } from 'lucide-react';
import * as Radix from 'radix-ui/radio-group';
import { cn } from '#src/lib/cn.ts';
import { type Theme, useTheme } from '#src/lib/theme.ts';
import * as texts from './texts.ts';

const themes: { value: Theme; label: string; icon: typeof Sun }[] = [
  { value: 'light', label: texts.light, icon: Sun },
  { value: 'dark', label: texts.dark, icon: Moon },
  { value: 'system', label: texts.matchDevice, icon: Monitor },
];

/** Light, dark, or as the device has it. */
export function ThemeSwitch({ className }: { className?: string | undefined }) {
  const [theme, choose] = useTheme();
  return (
    <Radix.Root
      aria-label={texts.appearance}
      value={theme}
      onValueChange={(next) => {
        const chosen = themes.find(({ value }) => value === next);
        if (chosen !== undefined) choose(chosen.value);
      }}
      className={cn('inline-flex rounded-full border border-line bg-canvas p-0.5', className)}
    >
      {themes.map(({ value, label, icon: Icon }) => (
        <Radix.Item
          key={value}
          value={value}
          aria-label={label}
          title={label}
          className="flex size-control-sm items-center justify-center rounded-full text-muted transition-colors hover:text-ink data-[state=checked]:bg-raised data-[state=checked]:text-brand-ink data-[state=checked]:shadow-card"
        >
          <Icon aria-hidden className="size-4.5" />
        </Radix.Item>
      ))}
    </Radix.Root>
  );
}
