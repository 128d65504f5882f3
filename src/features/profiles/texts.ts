/** The texts that every form of one's own profile has, by part; those of each form stand beside it. */
export const texts = {
  steps: {
    stepOf: (step: number, steps: number) => `Step ${step} of ${steps}`,
  },
  sectionFrame: {
    finishLater: 'Finish later',
    back: 'Back',
  },
  sectionForm: {
    loading: (section: string) => `Loading ${section}`,
    failed: 'Failed',
    saving: 'Saving',
    keptMeanwhile: 'What you type is kept on this device meanwhile.',
    unsavedFromEarlier: 'You have unsaved changes from earlier.',
    discard: 'Discard',
    back: 'Back',
    skip: 'Skip',
    next: 'Next',
    save: 'Save',
    nothingToSave: 'There is nothing to save yet.',
  },
  membershipStep: {
    membership: 'Membership',
  },
};
