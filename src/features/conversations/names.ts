import type { ConversationView } from '#server/conversations/conversations.schema.ts';
import { parseRichText } from '#src/lib/rich-text.ts';
import { shorten } from '#src/lib/shorten.ts';
import { wholeName } from '#src/lib/shown-name.ts';
import { texts } from './names.texts.ts';

/** A member of a conversation. */
export type Member = ConversationView['members'][number];

/** The other member of a conversation; undefined where the account is gone. */
export const otherOf = ({ members }: ConversationView, ownId: string): Member | undefined =>
  members.find(({ _id }) => _id !== ownId);

/** A member's name, also where none was given, or the account is gone. */
export const fullNameOf = (member: Pick<Member, 'name' | 'userType'> | undefined): string =>
  member ? wholeName(member.name, member.userType) : texts.deletedAccount;

/** Characters of the last message in the list. */
const previewLength = 50;

/** What a message holds, in the list and in a conversation. */
interface Content {
  text: string;
  images: readonly unknown[];
  attachments: readonly { fileName: string }[];
  postLink: string | null;
}

/** The content of a message, in a line. */
export function previewText({ text, images, attachments, postLink }: Content): string {
  const said = parseRichText(text)
    .map((part) => part.text)
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (said !== '') return said;
  const [file] = attachments;
  if (images.length > 0) return texts.pictures(images.length);
  if (file) return attachments.length === 1 ? file.fileName : texts.files(attachments.length);
  return postLink === null ? texts.organization : texts.post;
}

/** The same in at most 50 characters. */
export const previewOf = (content: Content): string => shorten(previewText(content), previewLength);
