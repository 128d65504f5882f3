import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { PostView } from '#server/posts/posts.schema.ts';
import type { NetworkPostView } from '#server/social-media/network-posts.schema.ts';
import { createTestRoot } from '#src/lib/test-root.ts';
import { NetworkStatuses } from './network-statuses.tsx';

const retry = vi.hoisted(() => vi.fn());
vi.mock('#src/app/api.ts', () => ({
  trpc: { socialMedia: { retry: { useMutation: () => ({ mutateAsync: retry, isPending: false }) } } },
}));
vi.mock('#src/components/link.tsx', () => ({ ExternalLink: 'a', Link: 'a' }));

const { render } = createTestRoot();
const waiting = { state: 'waiting', link: null, reason: null, canRetry: false, nextAt: null } as const;
const show = (...socialMediaStatus: NetworkPostView[]) =>
  render(<NetworkStatuses post={{ _id: 'post', socialMediaStatus } as PostView} />);

beforeEach(() => {
  retry.mockReset();
  retry.mockResolvedValue({});
});

describe('what became of a post at social networks', () => {
  it('is nothing where it was shared at none', async () => {
    await show();
    expect(document.querySelector('ul')).toBeNull();
  });

  it('shows what waits, and until when where that is long, and where people see what is there', async () => {
    const nextAt = new Date(Date.now() + 3_600_000).toISOString();
    await show(
      { ...waiting, socialMedia: 'facebook' },
      { ...waiting, socialMedia: 'linked-in', nextAt },
      { ...waiting, socialMedia: 'twitter', state: 'posted', link: 'https://x.com/i/status/1' },
    );
    const [facebook, linkedIn, twitter] = document.querySelectorAll('li');
    expect(facebook?.textContent).toBe('FacebookWaiting');
    expect(linkedIn?.textContent).toMatch(/^LinkedInWaitinguntil /);
    expect(twitter?.textContent).toMatch(/^Twitter Posted$/);
    expect(twitter?.querySelector('a')?.getAttribute('href')).toBe('https://x.com/i/status/1');
    expect(document.querySelector('button')).toBeNull();
  });

  it('says why one failed, and tries it again', async () => {
    const reason = 'Facebook did not accept it.';
    await show({ ...waiting, socialMedia: 'facebook', state: 'failed', reason, canRetry: true });
    expect(document.body.textContent).toContain(reason);
    await act(async () => document.querySelector('button')?.click());
    expect(retry).toHaveBeenCalledWith({ id: 'post', socialMedia: 'facebook' });
  });

  it('says where a network is not available, and offers nothing', async () => {
    await show({ ...waiting, socialMedia: 'twitter', state: 'unavailable', canRetry: true });
    expect(document.body.textContent).toContain('Twitter is not available on this installation.');
    expect(document.querySelector('button')).toBeNull();
  });
});
