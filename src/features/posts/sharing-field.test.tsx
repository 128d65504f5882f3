import { act, useEffect } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { NetworkOverview } from '#server/social-media/social-media.schema.ts';
import { createTestRoot } from '#src/lib/test-root.ts';
import { blankPost, type PostForm, type PostFormValues, usePostForm } from './post-form.ts';
import { sharedPostOf } from './preview.ts';
import { SharingField } from './sharing-field.tsx';

const networks = vi.hoisted(() => ({ list: [] as unknown[] }));
const template = vi.hoisted(() => [
  { name: 'description', label: 'Description', selected: true, serial: 1 },
  { name: 'title', label: 'Title', selected: true, serial: 2 },
]);
vi.mock('#src/app/api.ts', () => ({
  trpc: {
    socialMedia: {
      overview: { useQuery: () => ({ data: { networks: networks.list } }) },
      template: {
        useQuery: (_input: unknown, { enabled }: { enabled: boolean }) => ({
          data: enabled ? { template } : undefined,
        }),
      },
    },
  },
}));
vi.mock('#src/app/session.ts', () => ({ useUser: () => ({ _id: 'carol', name: 'Carol’s Kitchen' }) }));
vi.mock('#src/components/link.tsx', () => ({ Link: 'a' }));

const connection: NonNullable<NetworkOverview['connection']> = {
  name: 'Larkfield Community',
  handle: 'larkfield',
  link: null,
  connectedAt: '2026-11-01T10:00:00.000Z',
  expiresAt: null,
  needsReconnecting: false,
  isEnding: false,
  selectedPage: null,
};
const twitter: NetworkOverview = { socialMedia: 'twitter', isAvailable: true, connection };

const { render } = createTestRoot();
let form: PostForm;
function Form({ values }: { values: Partial<PostFormValues> }) {
  const own = usePostForm('general', {
    ...blankPost(),
    title: 'Soup night',
    description: 'Bring a bowl.',
    ...values,
  });
  // As in the form's screen, errors render it anew.
  void own.formState.errors;
  useEffect(() => {
    form = own;
  }, [own]);
  const organization = { _id: 'carol', name: 'Carol’s Kitchen', profilePicture: null };
  const options = { postType: 'general', organization, impactAreas: [], skills: [] } as const;
  return <SharingField form={own} postOf={(typed) => sharedPostOf(typed, options)} />;
}
const show = (network: NetworkOverview, values: Partial<PostFormValues> = {}) => {
  networks.list = [network];
  return render(<Form values={values} />);
};
const checkbox = () => document.querySelector<HTMLButtonElement>('[role=checkbox]');
const tick = () => act(async () => checkbox()?.click());
const text = () => document.body.textContent;

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
});

describe('sharing a post', () => {
  it('shows what the template makes of it once it is ticked, and keeps that template', async () => {
    await show(twitter);
    expect(text()).toContain('As Larkfield Community.');
    expect(document.querySelector('figure')).toBeNull();
    await tick();
    expect(document.querySelector('figure')?.textContent).toMatch(/Bring a bowl\.\nSoup nightlocalhost/);
    expect(form.getValues('socialMediaSharing')).toEqual({
      twitter: { sharePost: true, description: '', template },
    });
  });

  it('shows the organization’s own text, and says before it is saved that it is too long', async () => {
    const description = 'Come! '.repeat(50);
    await show(twitter, { socialMediaSharing: { twitter: { sharePost: true, description } } });
    expect(document.querySelector('figcaption')?.textContent).toMatch(/^3\d\d of 280 characters/);
    const onValid = vi.fn();
    // Whoever presses the button leaves the field.
    await act(async () => document.querySelector('textarea')?.focus());
    await act(async () => {
      const submitted = form.handleSubmit(onValid)();
      document.querySelector('textarea')?.blur();
      await submitted;
    });
    expect(onValid).not.toHaveBeenCalled();
    expect(text()).toMatch(/Too long for Twitter by \d+ characters/);
    await tick();
    await act(() => form.handleSubmit(onValid)());
    expect(onValid).toHaveBeenCalledOnce();
  });

  it('says how many pictures are left out', async () => {
    const images = ['a', 'b', 'c', 'd', 'e', 'f'].map((path) => ({ path: path.repeat(64), description: '' }));
    const pictures = [{ name: 'images', label: 'Images', selected: true, serial: 1 }];
    const said = { sharePost: true, description: '', template: pictures };
    await show(twitter, { images, socialMediaSharing: { twitter: said } });
    expect(text()).toContain('Twitter takes 4 pictures: the last 2 are left out.');
    expect(document.querySelectorAll('figure img')).toHaveLength(4);
  });

  it.each([
    ['Not available on this installation.', { ...twitter, isAvailable: false, connection: null }],
    ['Not connected. Connect Twitter', { ...twitter, connection: null }],
    [
      'The connection no longer works. Reconnect Twitter',
      { ...twitter, connection: { ...connection, needsReconnecting: true } },
    ],
    [
      'No page is chosen. Choose a page',
      {
        ...twitter,
        connection: {
          ...connection,
          selectedPage: { pageId: '000000000000000', pageName: '', postFromPage: false },
        },
      },
    ],
  ])('says where it cannot be ticked: %s', async (note, network) => {
    await show(network);
    expect(text()).toContain(note);
    expect(checkbox()?.disabled).toBe(true);
  });

  it('can be taken back where the network was disconnected meanwhile', async () => {
    const said = { sharePost: true, description: '' };
    await show({ ...twitter, connection: null }, { socialMediaSharing: { twitter: said } });
    await tick();
    expect(form.getValues('socialMediaSharing.twitter.sharePost')).toBe(false);
    expect(checkbox()?.disabled).toBe(true);
  });
});
