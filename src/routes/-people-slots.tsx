// In one file, so that the program names one.
export { CountedPeopleDialog } from '#src/features/community/counted-people-dialog.tsx';
export { EndorseButton } from '#src/features/endorsements/endorse-button.tsx';
export { CommittedDialog } from '#src/features/posts/committed-dialog.tsx';
