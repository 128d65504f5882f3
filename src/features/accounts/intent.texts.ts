import { isolate } from '#server/isolate.schema.ts';
import type { Intent } from '#src/app/intent.ts';

/** What is promised to a visitor who is about to sign in. */
export function promiseText(intent: Intent): string {
  const name = isolate(intent.about);
  const about = `“${name}”`;
  switch (intent.does) {
    case 'follow':
      return `You’ll follow ${name} when you’re done.`;
    case 'endorse':
      return `You’ll endorse ${name} when you’re done.`;
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
  const name = isolate(intent.about);
  const about = `“${name}”`;
  switch (intent.does) {
    case 'follow':
      return `You follow ${name}.`;
    case 'endorse':
      return `You endorse ${name}.`;
    case 'share':
      return 'Post is shared successfully';
    case 'say':
      return {
        liked: `You like ${about}.`,
        interested: `You’re interested in ${about}.`,
        going: `You’re going to ${about}.`,
      }[intent.interest];
  }
}

/** The same while there is no connection. */
export const laterText = (intent: Intent): string =>
  `${doneText(intent)} It will be sent when you reconnect.`;

export const texts = {
  notShared: 'Not shared',
  sharedWithNobody: (title: string) =>
    `You don’t have any friends here yet, so no one would see “${isolate(title)}”. Search for people by name to add some.`,
};
