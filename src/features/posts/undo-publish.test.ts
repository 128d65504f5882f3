import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeRequests } from '#src/components/toast.ts';
import { postView } from '#src/local/testing/views.ts';
import { undoPublish } from './undo-publish.ts';

const published = postView(1);
const refresh = vi.fn(async () => undefined);
const navigate = vi.fn(async () => undefined);
const undo = () => undoPublish({ published, images: [], refresh, navigate });

let respond: () => Promise<Response>;
beforeEach(() => {
  respond = offline;
  vi.stubGlobal('fetch', () => respond());
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
  takeRequests();
});

const offline = () => Promise.reject(new TypeError('Failed to fetch'));
const asDraft = async () => Response.json([{ result: { data: { ...published, isActive: false } } }]);
const tooLate = async () =>
  Response.json(
    [
      {
        error: {
          message: 'It is too late to undo: your followers have been notified. The post stays published.',
          code: -32009,
          data: { code: 'CONFLICT', httpStatus: 409, reason: 'too-late' },
        },
      },
    ],
    { status: 409 },
  );

describe('undoing a publish without a connection', () => {
  it('shows that it has not happened, and changes nothing', async () => {
    await undo();
    const [request] = takeRequests();
    expect(request).toMatchObject({ tone: 'failed', title: 'Not undone yet' });
    expect(request?.message).toContain('may still be published');
    expect(refresh).not.toHaveBeenCalled();
    expect(navigate).not.toHaveBeenCalled();
  });

  it('offers to try again, which opens the form once there is a connection', async () => {
    await undo();
    const [request] = takeRequests();
    respond = asDraft;
    request?.undo?.();
    await vi.waitFor(() => expect(navigate).toHaveBeenCalled());
    expect(navigate).toHaveBeenCalledWith({
      to: '/post/$orgId/edit/$postId',
      params: { orgId: published.creatorId, postId: published._id },
    });
    expect(takeRequests()).toMatchObject([
      { tone: 'success', message: 'Your post is a draft again. Nobody was notified.' },
    ]);
  });

  it('shows that it is too late, and offers nothing, once followers were notified meanwhile', async () => {
    await undo();
    const [request] = takeRequests();
    respond = tooLate;
    request?.undo?.();
    const later = await vi.waitFor(() => {
      const [shown] = takeRequests();
      expect(shown).toBeDefined();
      return shown;
    });
    expect(later).toMatchObject({
      tone: 'failed',
      title: 'Not undone',
      message: expect.stringContaining('The post stays published.'),
    });
    expect(later?.undo).toBeUndefined();
    expect(navigate).not.toHaveBeenCalled();
  });
});
