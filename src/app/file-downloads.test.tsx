import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { createTestRoot } from '#src/lib/test-root.ts';
import { CalendarFileButton } from './calendar-file-button.tsx';
import { ExportCsv } from './export-csv.tsx';
import { failed, serverNotReached } from './texts.ts';

const saveFile = vi.hoisted(() => vi.fn());
vi.mock('#src/lib/save-file.ts', () => ({ saveFile }));
const toastFailed = vi.hoisted(() => vi.fn());
vi.mock('#src/components/toast.ts', () => ({ toast: { failed: toastFailed } }));

const { render } = createTestRoot();

describe.each([
  { what: 'the calendar file of a post', button: <CalendarFileButton postId="one" /> },
  { what: 'a table', button: <ExportCsv path="/api/table" fileName="table.csv" /> },
])('$what', ({ button }) => {
  async function download(fetch: () => Promise<Response>): Promise<void> {
    vi.stubGlobal('fetch', fetch);
    await render(<QueryClientProvider client={new QueryClient()}>{button}</QueryClientProvider>);
    await act(async () => document.querySelector('button')?.click());
  }

  it('is saved', async () => {
    await download(async () => new Response('name\nNoor\n'));
    await vi.waitFor(() => expect(saveFile).toHaveBeenCalledOnce());
    expect(toastFailed).not.toHaveBeenCalled();
  });

  it('is not, for the reason that the server gives', async () => {
    const message = 'Too many requests. Please wait a minute.';
    await download(async () => Response.json({ success: false, message, data: null }, { status: 429 }));
    await vi.waitFor(() => expect(toastFailed).toHaveBeenCalledWith(message, { title: failed }));
    expect(saveFile).not.toHaveBeenCalled();
  });

  it('is not, because the server is not reached', async () => {
    await download(() => Promise.reject(new TypeError('Failed to fetch')));
    await vi.waitFor(() => expect(toastFailed).toHaveBeenCalledWith(serverNotReached, { title: failed }));
    expect(saveFile).not.toHaveBeenCalled();
  });
});
