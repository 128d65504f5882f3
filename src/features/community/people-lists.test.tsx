import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { createTestRoot } from '#src/lib/test-root.ts';
import { EndorserList } from './people-lists.tsx';

const endorser = (userType: string, name: string) => ({
  endorser: { _id: name || userType, userType, name, profilePicture: null, relation: null },
});
const pages = [
  { items: [endorser('organization', ''), endorser('individual', ''), endorser('individual', 'Ada')] },
];
vi.mock('#src/app/api.ts', () => ({
  api: {},
  trpc: {
    endorsements: { endorsers: { useInfiniteQuery: () => ({ data: { pages }, error: null }) } },
  },
}));
vi.mock('#src/local/engine/use-refetch-on.ts', () => ({
  useRefetchOn: vi.fn(),
  useRefetchOnceSent: vi.fn(),
}));
vi.mock('#src/entities/action-slots.tsx', () => ({
  FollowSlot: ({ name }: { name: string }) => ` Follow ${name}`,
  MessageSlot: ({ name }: { name: string }) => ` Message ${name}`,
}));
vi.mock('#src/entities/person-row.tsx', () => ({ PersonRow: ({ action }: { action: ReactNode }) => action }));

const { render } = createTestRoot();

it('gives users without a name one in each row’s box and buttons', async () => {
  const choice = { isChosen: () => false, onChange: () => {} };
  await render(<EndorserList userId="larkfield" choice={choice} empty="Nobody" />);
  const nameOf = (name: string) => `Choose ${name} Message ${name} Follow ${name}`;
  expect([...document.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual(
    ['Organization Name Not Found', 'No name yet', 'Ada'].map(nameOf),
  );
});
