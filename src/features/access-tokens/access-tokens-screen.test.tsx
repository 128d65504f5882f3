import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AccessTokenView } from '#server/access-tokens/access-tokens.schema.ts';
import { createTestRoot } from '#src/lib/test-root.ts';
import { AccessTokensScreen } from './access-tokens-screen.tsx';

const network = vi.hoisted(() => ({ isOnline: true }));
const list = vi.hoisted(() => ({ query: {} as unknown, refetch: vi.fn(), invalidate: vi.fn() }));
const calls = vi.hoisted(() => ({ create: vi.fn(), revoke: vi.fn() }));
const toasts = vi.hoisted(() => ({ success: vi.fn(), failed: vi.fn() }));
vi.mock('#src/lib/use-online.ts', () => ({ useOnline: () => network.isOnline }));
vi.mock('#src/components/toast.ts', () => ({ toast: toasts }));
vi.mock('#src/app/api.ts', () => {
  const mutation = (mutateAsync: unknown) => ({ useMutation: () => ({ mutateAsync, isPending: false }) });
  return {
    utils: { accessTokens: { list: { invalidate: list.invalidate } } },
    trpc: {
      accessTokens: {
        list: { useQuery: () => list.query },
        create: mutation(calls.create),
        revoke: mutation(calls.revoke),
      },
    },
  };
});

const token = (change: Partial<AccessTokenView> = {}): AccessTokenView => ({
  _id: 'newsletter',
  name: 'Newsletter',
  prefix: 'gw_',
  lastFour: 'a1b2',
  scopes: ['read', 'messages'],
  allowedOrigins: [],
  state: 'active',
  createdAt: '2026-11-01T10:00:00.000Z',
  expiresAt: '2027-01-30T10:00:00.000Z',
  lastUsedAt: null,
  revokedAt: null,
  ...change,
});

const { render, press } = createTestRoot();
const loaded = (items: AccessTokenView[]) => ({
  data: { items },
  error: null,
  isError: false,
  isPaused: false,
  isFetching: false,
  isRefetchError: false,
  dataUpdatedAt: 0,
  refetch: list.refetch,
});
const show = (query: unknown) => {
  list.query = query;
  return render(<AccessTokensScreen />);
};
const text = () => document.body.textContent ?? '';
const input = (label: string) => {
  const found = [...document.querySelectorAll('label')].find(({ textContent }) =>
    textContent?.startsWith(label),
  )?.control;
  if (!(found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement))
    throw new Error(`There is no field ${label}.`);
  return found;
};
const type = (label: string, typed: string) =>
  act(async () => {
    const field = input(label);
    const proto = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
    Object.getOwnPropertyDescriptor(proto.prototype, 'value')?.set?.call(field, typed);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
const errorOf = (label: string) => document.getElementById(`${input(label).id}-error`)?.textContent;
const submit = () =>
  act(async () => {
    document.querySelector('form')?.requestSubmit();
    // What validates comes on demand.
    await vi.dynamicImportSettled();
  });

beforeEach(() => {
  network.isOnline = true;
  // The component tests have no layout: a checkbox observes its size.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
});

describe('AccessTokensScreen', () => {
  it('shows the shape of the list while it loads', async () => {
    await show({ ...loaded([]), data: undefined, isFetching: true });
    expect(text()).toContain('Loading your tokens');
  });

  it('says what to do where there is no token', async () => {
    await show(loaded([]));
    expect(text()).toContain('No tokens yet');
    expect(text()).toContain('Create one for each program');
  });

  it('says that the list could not be loaded, and retries', async () => {
    await show({ ...loaded([]), data: undefined, isError: true, error: new Error('The network is lost.') });
    expect(text()).toContain('The server cannot be reached.');
    await press('Retry');
    expect(list.refetch).toHaveBeenCalledOnce();
  });

  it('keeps the list on screen offline, and says that it is not refreshed', async () => {
    await show({ ...loaded([token()]), isPaused: true });
    expect(text()).toContain('Couldn’t refresh.');
    expect(text()).toContain('Newsletter');
  });

  it('lists what each token may do and until when', async () => {
    await show(
      loaded([
        token({ allowedOrigins: ['https://shop.example', 'https://blog.example'] }),
        token({ _id: 'old', name: 'Old import', state: 'expired', lastUsedAt: '2026-11-02T10:00:00.000Z' }),
        token({ _id: 'lost', name: 'Lost', state: 'revoked', revokedAt: '2026-11-03T10:00:00.000Z' }),
      ]),
    );
    const [newsletter, old, lost] = [...document.querySelectorAll('li')].map((row) => row.textContent ?? '');
    expect(newsletter).toMatch(/Active.*gw_…a1b2.*Never.*Expires.*Read.*Messages/);
    expect(newsletter).toContain('https://shop.example, https://blog.example');
    expect(old).toMatch(/Expired/);
    expect(old).not.toContain('Never');
    expect(lost).toMatch(/Revoked/);
    const labels = [...document.querySelectorAll('button')].map(({ ariaLabel }) => ariaLabel);
    expect(labels.filter(Boolean)).toEqual(['Revoke Newsletter']);
  });
});

describe('creating a token', () => {
  beforeEach(async () => {
    await show(loaded([]));
    await press('Create token');
  });

  it('shows at each field what is wrong with it, and keeps what was typed', async () => {
    await type('Expires in', '400');
    await type('Web pages', 'https://shop.example\n\nshop.example/path');
    await submit();
    expect(errorOf('Name')).toBe('This field is required');
    expect(errorOf('Expires in')).toBe('At most 365 days');
    expect(errorOf('Web pages')).toBe('Line 3: Enter an origin, such as https://example.org');
    expect(input('Web pages').value).toBe('https://shop.example\n\nshop.example/path');
    expect(calls.create).not.toHaveBeenCalled();
    await type('Expires in', 'a week');
    expect(errorOf('Expires in')).toBe('Enter a whole number of days');
  });

  it('needs read or write', async () => {
    await act(async () => document.querySelector<HTMLElement>('[role=checkbox]')?.click());
    await submit();
    expect(text()).toContain('Choose read, write or both');
    expect(calls.create).not.toHaveBeenCalled();
  });

  it('shows the new token once, until it is put away', async () => {
    calls.create.mockResolvedValue({ ...token(), token: 'gw_secret' });
    await type('Name', 'Newsletter');
    await type('Web pages', ' https://shop.example \n');
    await submit();
    expect(calls.create).toHaveBeenCalledWith({
      name: 'Newsletter',
      scopes: ['read'],
      expiresInDays: 90,
      allowedOrigins: ['https://shop.example'],
    });
    expect(list.invalidate).toHaveBeenCalledOnce();
    expect(document.querySelector('[role=dialog]')).toBeNull();
    expect(text()).toContain('it won’t be shown again');
    expect(input('Token').value).toBe('gw_secret');
    const writeText = vi.fn(async () => undefined);
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    await press('Copy');
    expect(writeText).toHaveBeenCalledWith('gw_secret');
    expect(toasts.success).toHaveBeenCalledWith('Token copied');
    await press('I’ve copied it');
    expect(document.body.innerHTML).not.toContain('gw_secret');
  });

  it('keeps what was typed where the server is not reached, also when the dialog is closed', async () => {
    calls.create.mockRejectedValue(new Error('The network is lost.'));
    await type('Name', 'Newsletter');
    await submit();
    expect(text()).toContain('The server cannot be reached.');
    await press('Cancel');
    await press('Create token');
    expect(input('Name').value).toBe('Newsletter');
  });

  it('says beforehand that it needs a connection', async () => {
    network.isOnline = false;
    await show(loaded([]));
    expect(text()).toContain('Creating a token needs');
  });
});

describe('revoking a token', () => {
  beforeEach(async () => {
    await show(loaded([token()]));
    await press('Revoke');
  });
  const confirm = () =>
    act(async () =>
      [...document.querySelectorAll<HTMLElement>('[role=alertdialog] button')]
        .find(({ textContent }) => textContent === 'Revoke')
        ?.click(),
    );

  it('asks first', async () => {
    expect(text()).toContain('Revoke “Newsletter”?');
    expect(calls.revoke).not.toHaveBeenCalled();
    await confirm();
    expect(calls.revoke).toHaveBeenCalledWith({ id: 'newsletter' });
    expect(toasts.success).toHaveBeenCalledWith('Your token was revoked');
  });

  it('stays open and says so where it failed', async () => {
    calls.revoke.mockRejectedValue(new Error('The network is lost.'));
    await confirm();
    expect(toasts.failed).toHaveBeenCalledWith(expect.stringContaining('cannot be reached'), {
      title: 'Failed',
    });
    expect(document.querySelector('[role=alertdialog]')).not.toBeNull();
  });
});
