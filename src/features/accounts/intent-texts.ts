import type { Intent } from '#src/app/intent.ts';

/** What is promised to a visitor who is about to sign in. */
export function promiseText(intent: Intent): string {
  const about = `“${intent.about}”`;
  switch (intent.does) {
    case 'follow':
      return `You’ll follow ${intent.about} when you’re done.`;
    case 'endorse':
      return `You’ll endorse ${intent.about} when you’re done.`;
    case 'share':
      return `We’ll share ${about} with your friends when you’re done.`;
    case 'say':
      return {
        liked: `We’ll add your like to ${about} when you’re done.`,
        interested: `We’ll mark you as interested in ${about} when you’re done.`,
        going: `We’ll mark you as going to ${about} when you’re done.`,
      }[intent.interest];
  }
}

/** What was done of it afterwards. */
export function doneText(intent: Intent): string {
  const about = `“${intent.about}”`;
  switch (intent.does) {
    case 'follow':
      return `You follow ${intent.about}.`;
    case 'endorse':
      return `You endorse ${intent.about}.`;
    case 'share':
      return 'Post is shared successfully';
    case 'say':
      return {
        liked: `You like ${about}.`,
        interested: `You are interested in ${about}.`,
        going: `You are going to ${about}.`,
      }[intent.interest];
  }
}
