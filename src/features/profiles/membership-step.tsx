import type { ReactNode } from 'react';
import { useUser } from '#src/app/session.ts';
import { SectionFrame, StepNavigation } from './section-frame.tsx';
import type { StepPath } from './steps.ts';
import { texts } from './texts.ts';

interface MembershipStepProps {
  /** Absent where memberships are changed later. */
  step?: StepPath;
  intro: string;
  /** What leads on: "Continue" for individuals, "Skip" for organizations. */
  onward: string;
  /** The memberships themselves, each of which is saved on its own. */
  children: (userId: string) => ReactNode;
}

/** One's memberships: a step of completing the profile, from which one only goes on, or a setting. */
export function MembershipStep({ step, intro, onward, children }: MembershipStepProps) {
  const user = useUser();
  return (
    <SectionFrame title={texts.membershipStep.membership} intro={intro} step={step}>
      {user && children(user._id)}
      {step && <StepNavigation step={step} onward={onward} />}
    </SectionFrame>
  );
}
