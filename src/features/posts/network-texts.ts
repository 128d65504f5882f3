import type { FieldError } from 'react-hook-form';
import type { PostType } from '#server/posts/post-rules.schema.ts';
import { type SharedPost, sharingAt, sharingKeys, textFor } from '#server/social-media/post-text.schema.ts';
import { type NetworkOverview, networkLabels } from '#server/social-media/social-media.schema.ts';
import { texts } from './post-form.texts.ts';
import type { PostFormValues } from './post-form.ts';
import { sharedPostOf } from './preview.ts';

type NetworkName = NetworkOverview['socialMedia'];
type Picture = PostFormValues['images'][number];

/** The networks, by the order in which screens list them. */
const networks: readonly NetworkName[] = ['facebook', 'twitter', 'linked-in'];

/** Returns the address that a post has here, or will have. */
export const addressOf = ({ _id }: PostFormValues, postType: PostType): string =>
  new URL(`/post/${postType}/details/${_id}`, location.href).href;

/**
 * Returns what a network would be told about a post as the form holds it, whether it is to be shared there or not.
 * @param template the organization's, for a post that has none of its own
 */
export function networkTextOf(
  network: NetworkName,
  values: PostFormValues,
  post: SharedPost<Picture>,
  template?: Parameters<typeof textFor>[1]['template'],
) {
  const said = sharingAt(network, values.socialMediaSharing);
  return textFor(network, {
    post,
    link: addressOf(values, post.postType),
    ownText: said?.ownText,
    template: said?.template ?? template,
  });
}

/** Returns an error for each text that its network would reject, by the names of the form's fields. */
export function tooLongTexts(values: PostFormValues, postType: PostType): Record<string, FieldError> {
  const nobody = { _id: '', name: '', profilePicture: null };
  const post = sharedPostOf(values, { postType, organization: nobody, impactAreas: [], skills: [] });
  const errors: Record<string, FieldError> = {};
  for (const network of networks) {
    if (!sharingAt(network, values.socialMediaSharing)) continue;
    const { isTooLong, length, limit } = networkTextOf(network, values, post);
    if (isTooLong)
      errors[`socialMediaSharing.${sharingKeys[network]}`] = {
        type: 'network',
        message: texts.sharingField.tooLong(networkLabels[network], length - limit),
      };
  }
  return errors;
}
