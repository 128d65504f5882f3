import { useEffect, useMemo } from 'react';
import { drafts } from './drafts.ts';

/** How old what was typed and is not kept may be, in milliseconds, also while the user types on without a pause. */
const longestMs = 250;

/** Keeps a draft on the device as it changes: a moment later, or when the page is left. */
export class DraftWriter<Values> {
  readonly #key: string;
  #due: { read: () => Values | undefined; timer: ReturnType<typeof setTimeout> } | undefined;

  constructor(key: string) {
    this.#key = key;
  }

  /** Keeps what `read` returns a moment later; forgets the draft where it returns undefined. */
  later(read: () => Values | undefined): void {
    this.#due = { read, timer: this.#due?.timer ?? setTimeout(() => this.flush(), longestMs) };
  }

  /** Keeps values now, instead of what was due; forgets the draft where there are none. */
  now(values: Values | undefined): Promise<void> {
    this.#take();
    return values === undefined ? drafts.forget(this.#key) : drafts.keep(this.#key, values);
  }

  /** Does now what is due. */
  flush(): void {
    const due = this.#take();
    if (due) void this.now(due.read());
  }

  /** Does what is due when the page is left or hidden. Returns a function that ends this, and does what is due. */
  watchPage(): () => void {
    const leave = () => {
      const due = this.#take();
      if (due) void drafts.keepWhileLeaving(this.#key, due.read());
    };
    // Phones end a hidden page without a further event.
    const hide = () => {
      if (document.visibilityState === 'hidden') leave();
    };
    addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', hide);
    return () => {
      removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', hide);
      this.flush();
    };
  }

  #take() {
    const due = this.#due;
    clearTimeout(due?.timer);
    this.#due = undefined;
    return due;
  }
}

/** Returns what keeps the draft of this name, for as long as the component is there. */
export function useDraftWriter<Values>(key: string): DraftWriter<Values> {
  const writer = useMemo(() => new DraftWriter<Values>(key), [key]);
  useEffect(() => writer.watchPage(), [writer]);
  return writer;
}
