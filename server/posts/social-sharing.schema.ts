import { z } from 'zod';
import { socialNetworks } from '#db/tables/posts.ts';
import { text } from '../validation.schema.ts';

/** The limits of texts for social networks, in UTF-16 units; the template as in the specification. */
const sharingLimits = { description: 10_000, templateItems: 16, itemName: 100, itemLabel: 200 } as const;

const template = z
  .array(
    z.strictObject({
      name: text(sharingLimits.itemName).describe('Which part of the post.'),
      label: text(sharingLimits.itemLabel).describe('What people call it.'),
      selected: z.boolean().default(false).describe('Whether it is shared.'),
      serial: z.int().min(1).max(sharingLimits.templateItems).describe('Its place, from 1.'),
    }),
  )
  .max(sharingLimits.templateItems, `A template has at most ${sharingLimits.templateItems} items`);

const network = z.strictObject({
  sharePost: z.boolean().default(false).describe('Whether the post is to be shared there.'),
  description: text(sharingLimits.description).default('').describe('What to say there.'),
  template: template.optional().describe('The parts of the post to share, in their order.'),
});

const eachNetwork = <T extends z.ZodType>(of: T) => {
  const each = socialNetworks.map((network) => [network, of.optional()] as const);
  return Object.fromEntries(each) as Record<(typeof socialNetworks)[number], z.ZodOptional<T>>;
};

/** The texts of a post for each social network. The templates may stand with their networks or together. */
export const socialMediaSharing = z.strictObject({
  ...eachNetwork(network),
  template: z.strictObject(eachNetwork(template)).optional().describe('The templates, by network.'),
});
export type SocialMediaSharing = z.output<typeof socialMediaSharing>;
