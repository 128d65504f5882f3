import { createListeners } from '#src/lib/listeners.ts';

interface ToastOptions {
  /** A bold word above the message, as "Failed". */
  title?: string | undefined;
  /** Takes back what was done; offered as Undo while the toast is up. */
  undo?: (() => void) | undefined;
  /** For how long it is up, where that matters; otherwise long enough to read it. */
  seconds?: number | undefined;
  /** The same id again replaces the toast in place of adding another. */
  id?: string | undefined;
}

/** A toast to show. */
export interface ToastRequest extends ToastOptions {
  tone: 'success' | 'later' | 'failed';
  message: string;
}

/** Toasts not shown yet: the code that shows them is loaded with the first. */
let requests: readonly ToastRequest[] = [];
const listeners = createListeners();

function change(next: readonly ToastRequest[]): void {
  requests = next;
  listeners.notify();
}

/** Whether toasts are waiting to be shown. */
export const hasRequests = (): boolean => requests.length > 0;

/** The toasts that are waiting to be shown. */
export const waitingRequests = (): readonly ToastRequest[] => requests;

/** Returns the queued toasts and empties the queue. */
export function takeRequests(): readonly ToastRequest[] {
  const taken = requests;
  if (taken.length > 0) change([]);
  return taken;
}

/** Calls `listener` whenever the waiting toasts change; returns an unsubscribe function. */
export const onRequest = listeners.subscribe;

const show = (tone: ToastRequest['tone'], message: string, options: ToastOptions) =>
  change([...requests, { ...options, tone, message }]);

/** Shows the result of an action. Hovering, or leaving the tab, holds a toast up. */
export const toast = {
  /** It worked. */
  success: (message: string, options: ToastOptions = {}) => show('success', message, options),
  /** It is still to be done, and will be by itself. */
  later: (message: string, options: ToastOptions = {}) => show('later', message, options),
  /** It did not, and things are back as they were. */
  failed: (message: string, options: ToastOptions = {}) => show('failed', message, options),
};
