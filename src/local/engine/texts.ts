export const unknownOutcome = 'We don’t know whether this went through. Check before you try again.';
export const fileGone = 'A file is no longer on this device. Attach it again.';
