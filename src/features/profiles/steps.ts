import type { LinkProps } from '@tanstack/react-router';
import { texts } from './texts.ts';

/** The address of a screen: of a step, or of where the last one leads. */
export type StepPath = NonNullable<LinkProps['to']>;

/** A step of completing a profile: its place in the count, which signing up begins, and how far one is with it. */
interface Step {
  path: StepPath;
  number: number;
  percent: number;
}

interface Wizard {
  /** Steps as they are counted, signing up included. */
  total: number;
  steps: readonly Step[];
  /** Where one is at the end. */
  home: StepPath;
}

const individual: Wizard = {
  total: 7,
  steps: [
    { path: '/complete/individual/basic-info', number: 2, percent: 32 },
    { path: '/complete/individual/involvement', number: 3, percent: 48 },
    { path: '/complete/individual/privacy', number: 4, percent: 64 },
    { path: '/complete/individual/membership', number: 5, percent: 80 },
    { path: '/complete/individual/suggestions', number: 7, percent: 100 },
  ],
  home: '/',
};

const organization: Wizard = {
  total: 4,
  steps: [
    { path: '/complete/organization/basic-info', number: 2, percent: 50 },
    { path: '/complete/organization/service-info', number: 3, percent: 75 },
    // The second half of the same step.
    { path: '/complete/organization/internal-link', number: 3, percent: 75 },
    { path: '/complete/organization/membership', number: 4, percent: 100 },
  ],
  home: '/dashboard',
};

/** Whether an address is where the last step leads. */
export const isEnd = (path: StepPath): boolean => [individual.home, organization.home].includes(path);

/** Where a step stands, and where Back and Next lead from it. The first one has no Back. */
export function wayThrough(path: StepPath): {
  label: string;
  percent: number;
  back: StepPath | undefined;
  next: StepPath;
  /** Where one is at the end, or when one finishes later. */
  home: StepPath;
} {
  for (const { total, steps, home } of [individual, organization]) {
    const index = steps.findIndex((step) => step.path === path);
    const step = steps[index];
    if (step)
      return {
        label: texts.steps.stepOf(step.number, total),
        percent: step.percent,
        back: steps[index - 1]?.path,
        next: steps[index + 1]?.path ?? home,
        home,
      };
  }
  throw new Error(`${path} is not a step.`);
}
