import type { ReactNode } from 'react';
import { Card } from '#src/components/card.tsx';
import { Title } from '#src/components/title.tsx';

interface AccountCardProps {
  title: string;
  /** Above the title: how far one is. */
  progress?: ReactNode;
  hint?: ReactNode;
  children: ReactNode;
  /** Below the form: where else one may want to go. */
  footer?: ReactNode;
}

/** The frame of the screens about signing in and passwords: one calm column. */
export function AccountCard({ title, progress, hint, children, footer }: AccountCardProps) {
  return (
    <div className="mx-auto w-full max-w-md py-4 sm:py-10">
      <Title>{title}</Title>
      <Card className="flex flex-col gap-6 sm:p-8">
        {progress}
        <div className="flex flex-col gap-1.5">
          <h1 className="font-bold text-2xl">{title}</h1>
          {hint && <p className="text-muted">{hint}</p>}
        </div>
        {children}
      </Card>
      {footer && <div className="mt-5 text-center text-muted text-sm">{footer}</div>}
    </div>
  );
}
