import { describe, expect, it } from 'vitest';
import type { PostView } from '#server/posts/posts.schema.ts';
import type { NetworkPostView } from '#server/social-media/network-posts.schema.ts';
import { changeAtNetworks, deletionAtNetworks } from './at-networks.ts';

const at = (...statuses: Pick<NetworkPostView, 'socialMedia' | 'state'>[]) =>
  ({ socialMediaStatus: statuses }) as PostView;
const posted = (socialMedia: NetworkPostView['socialMedia']) => ({ socialMedia, state: 'posted' }) as const;

describe('what becomes of a post at social networks', () => {
  it('is not spoken of where it is at none', () => {
    const failed = at(
      { socialMedia: 'facebook', state: 'failed' },
      { socialMedia: 'twitter', state: 'unavailable' },
    );
    for (const post of [{} as PostView, failed]) {
      expect(deletionAtNetworks(post)).toBe('');
      expect(changeAtNetworks(post)).toBe('');
    }
  });

  it('is said of each network where it is, or is about to be', () => {
    const post = at(posted('facebook'), { socialMedia: 'linked-in', state: 'waiting' }, posted('twitter'));
    expect(deletionAtNetworks(post)).toBe('It will be deleted on Facebook, LinkedIn, and Twitter, too.');
    expect(changeAtNetworks(post)).toBe(
      'Text changes are made on Facebook and LinkedIn, too; pictures there stay the same. Posts on Twitter can’t be edited: yours stays as it is there. Saving it as a draft deletes it there.',
    );
  });
});
