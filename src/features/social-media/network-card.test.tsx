import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { NetworkOverview } from '#server/social-media/social-media.schema.ts';
import { createTestRoot } from '#src/lib/test-root.ts';
import { NetworkCard } from './network-card.tsx';

const begin = vi.hoisted(() => vi.fn());
const toasts = vi.hoisted(() => ({ success: vi.fn(), failed: vi.fn() }));
vi.mock('#src/app/api.ts', () => {
  const mutation = { useMutation: () => ({ mutateAsync: begin, isPending: false }) };
  const names = ['begin', 'facebookDisconnect', 'twitterDisconnect', 'linkedInDisconnect'];
  const socialMedia = Object.fromEntries(names.map((name) => [name, mutation]));
  return { utils: {}, trpc: { socialMedia } };
});
vi.mock('#src/components/toast.ts', () => ({ toast: toasts }));
vi.mock('#src/components/link.tsx', () => ({ ExternalLink: 'a' }));
vi.mock('./facebook-page.tsx', () => ({ FacebookPage: () => 'the choice of a page' }));

const connection: NonNullable<NetworkOverview['connection']> = {
  name: 'Larkfield Community',
  handle: null,
  link: null,
  connectedAt: '2026-11-01T10:00:00.000Z',
  expiresAt: null,
  needsReconnecting: false,
  isEnding: false,
  selectedPage: { pageId: '000000000000000', pageName: '', postFromPage: false },
};
const { render } = createTestRoot();
const show = (network: Partial<NetworkOverview>) =>
  render(
    <NetworkCard
      network={{ socialMedia: 'facebook', isAvailable: true, connection: null, ...network }}
      isConnecting={false}
    />,
  );
const buttons = () => [...document.querySelectorAll('button')].map((button) => button.ariaLabel);

beforeEach(() => {
  begin.mockReset();
  toasts.failed.mockReset();
});

describe('the card of a network', () => {
  it('says where the installation has no keys, and offers nothing', async () => {
    await show({ isAvailable: false });
    expect(document.body.textContent).toContain('Not available on this installation.');
    expect(buttons()).toEqual([]);
  });

  it('shows the account and offers to disconnect it', async () => {
    await show({ connection });
    expect(document.body.textContent).toContain('Larkfield Community');
    expect(document.body.textContent).toContain('the choice of a page');
    expect(buttons()).toEqual(['Disconnect Facebook']);
  });

  it('offers to reconnect an account that the network rejects', async () => {
    await show({ connection: { ...connection, needsReconnecting: true } });
    expect(document.body.textContent).toContain('Facebook no longer accepts this connection.');
    expect(document.body.textContent).not.toContain('the choice of a page');
    expect(buttons()).toEqual(['Reconnect Facebook', 'Disconnect Facebook']);
  });

  it('only lets go of an account whose network is not available any more', async () => {
    await show({ isAvailable: false, connection: { ...connection, needsReconnecting: true } });
    expect(buttons()).toEqual(['Disconnect Facebook']);
  });

  it('says so where a login cannot begin', async () => {
    begin.mockRejectedValue(new Error('The network is lost.'));
    await show({});
    await act(async () => document.querySelector('button')?.click());
    expect(begin).toHaveBeenCalledWith({
      socialMedia: 'facebook',
      redirectURL: `${location.origin}/edit/organization/social-media`,
    });
    expect(toasts.failed).toHaveBeenCalledWith(expect.stringContaining('cannot be reached'), {
      title: 'Failed',
    });
  });
});
