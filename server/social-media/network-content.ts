import type { Db } from '#db/database.ts';
import type { NetworkName } from '#db/tables/social-media.ts';
import type { Deps } from '../context.ts';
import type { PostView } from '../posts/posts.schema.ts';
import type { NetworkPicture } from './networks.ts';
import { sharingAt, textFor } from './post-text.schema.ts';
import { findTemplate } from './social-media.queries.ts';

/** What a post is to be at a network. */
interface NetworkContent {
  text: string;
  /** Whether the network would reject the text. */
  isTooLong: boolean;
  /** The address of the post here. */
  link: string;
  pictures: readonly { path: string; description: string }[];
}

/** Returns what a post is to be at a network, by its template; undefined where it is not to be shared there. */
export async function contentOf(
  { settings }: Pick<Deps, 'settings'>,
  db: Db,
  post: PostView,
  network: NetworkName,
): Promise<NetworkContent | undefined> {
  const said = sharingAt(network, post.socialMediaSharing);
  if (!said) return undefined;
  const link = `${settings.publicUrl}/post/${post.postType}/details/${post._id}`;
  const template = said.template ?? (await findTemplate(db, post.creatorId, network));
  const { ownText } = said;
  const { text, isTooLong, pictures } = textFor(network, { ownText, template, post, link });
  return { text, isTooLong, link, pictures };
}

/** Loads pictures of a post from the media store. One that is gone is left out. */
export async function loadPictures(
  { ports }: Pick<Deps, 'ports'>,
  pictures: NetworkContent['pictures'],
): Promise<NetworkPicture[]> {
  const loaded: NetworkPicture[] = [];
  for (const { path, description } of pictures) {
    const found = await ports.media.read(path, 1600);
    if (found) loaded.push({ bytes: found.body, type: found.type, description });
  }
  return loaded;
}
