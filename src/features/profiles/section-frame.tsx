import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { intents } from '#src/app/intent.ts';
import { useUser } from '#src/app/session.ts';
import { Button } from '#src/components/button.tsx';
import { Progress } from '#src/components/progress.tsx';
import { Title } from '#src/components/title.tsx';
import { isEnd, type StepPath, wayThrough } from './steps.ts';
import { texts } from './texts.ts';

interface SectionFrameProps {
  title: string;
  /** A sentence on what this is for. */
  intro: string;
  /** The step that this is of completing a profile; absent where it is a setting. */
  step: StepPath | undefined;
  children: ReactNode;
}

/** A part of one's profile: as a step, how far one is; then what it is and what is in it. */
export function SectionFrame({ title, intro, step, children }: SectionFrameProps) {
  const way = step && wayThrough(step);
  const leadTo = useLeadTo();
  return (
    <div className="mx-auto flex w-full max-w-reading flex-col gap-5">
      <Title>{title}</Title>
      {way && <Progress label={way.label} value={way.percent} />}
      <header>
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <h1 className="wrap-anywhere min-w-0 font-bold text-2xl">{title}</h1>
          {way && (
            <Button variant="quiet" size="sm" className="-mr-3 shrink-0" onClick={() => leadTo(way.home)}>
              {texts.sectionFrame.finishLater}
            </Button>
          )}
        </div>
        <p className="mt-1 text-pretty text-muted">{intro}</p>
      </header>
      {children}
    </div>
  );
}

/** The buttons below a step or a setting, the main one last. */
export function SectionButtons({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap justify-end gap-3 max-sm:*:flex-1">{children}</div>;
}

/** Returns a function that leads to another step, or from the last one to where signing up began. */
export function useLeadTo(): (target: StepPath) => void {
  const router = useRouter();
  const userId = useUser()?._id;
  return (target) => {
    const landing = isEnd(target) ? intents.landing(userId) : undefined;
    if (landing === undefined) void router.navigate({ to: target });
    else router.history.push(landing);
  };
}

/** The buttons below a step in which nothing waits to be saved: they only lead on. */
export function StepNavigation({ step, onward }: { step: StepPath; onward: string }) {
  const leadTo = useLeadTo();
  const { back, next } = wayThrough(step);
  return (
    <SectionButtons>
      {back !== undefined && (
        <Button variant="secondary" size="lg" onClick={() => leadTo(back)}>
          {texts.sectionFrame.back}
        </Button>
      )}
      <Button size="lg" onClick={() => leadTo(next)}>
        {onward}
      </Button>
    </SectionButtons>
  );
}
