import { z } from 'zod';
import { createAccessTokenInput } from '#server/access-tokens/access-tokens.schema.ts';
import { texts } from './texts.ts';

const { name, scopes, expiresInDays, allowedOrigins } = createAccessTokenInput.shape;

/** The fields as they are typed. Nothing is changed by validating them, so that `inputOf` reads them also unread. */
export const tokenForm = z.object({
  name,
  scopes,
  expiresInDays: z.string().superRefine((typed, context) => {
    if (!/^\s*\d{1,9}\s*$/.test(typed)) context.addIssue(texts.create.wholeNumber);
    else addIssues(expiresInDays.safeParse(Number(typed)), (issue) => context.addIssue(issue.message));
  }),
  allowedOrigins: z.string().superRefine((typed, context) => {
    const lines = linesOf(typed);
    addIssues(allowedOrigins.safeParse(lines.map(({ text }) => text)), ({ message, path: [index] }) => {
      const line = lines[Number(index)];
      context.addIssue(line ? texts.create.inLine(line.number, message) : message);
    });
  }),
});
export type TokenFormValues = z.input<typeof tokenForm>;

/** What the fields hold as the server takes it. */
export const inputOf = ({ expiresInDays: days, allowedOrigins: origins, ...rest }: TokenFormValues) => ({
  ...rest,
  expiresInDays: Number(days),
  allowedOrigins: linesOf(origins).map(({ text }) => text),
});

/** The lines that hold something, with their numbers as an editor counts them. */
const linesOf = (typed: string) =>
  typed
    .split('\n')
    .map((line, index) => ({ text: line.trim(), number: index + 1 }))
    .filter(({ text }) => text !== '');

function addIssues({ error }: z.ZodSafeParseResult<unknown>, add: (issue: z.core.$ZodIssue) => void): void {
  for (const issue of error?.issues ?? []) add(issue);
}
