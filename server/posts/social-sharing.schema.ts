import { z } from 'zod';
import { socialNetworks } from '#db/tables/posts.ts';
import { template } from '../social-media/template.schema.ts';
import { multilineText } from '../validation.schema.ts';

/** The longest text for a social network, in UTF-16 units. What a network itself takes may be less. */
const longestDescription = 10_000;

export const networkSharing = z.strictObject({
  sharePost: z.boolean().default(false).describe('Whether the post is to be shared there.'),
  description: multilineText(longestDescription)
    .default('')
    .describe('What to say there. Empty: the text that the template makes of the post.'),
  template: template.optional().describe('The parts of the post to share, in their order.'),
});

const eachNetwork = <T extends z.ZodType>(of: T) => {
  const each = socialNetworks.map((network) => [network, of.optional()] as const);
  return Object.fromEntries(each) as Record<(typeof socialNetworks)[number], z.ZodOptional<T>>;
};

/** The texts of a post for each social network. The templates may stand with their networks or together. */
export const socialMediaSharing = z.strictObject({
  ...eachNetwork(networkSharing),
  template: z.strictObject(eachNetwork(template)).optional().describe('The templates, by network.'),
});
export type SocialMediaSharing = z.output<typeof socialMediaSharing>;
