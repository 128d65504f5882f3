import type { EventHead } from '#server/events/events.schema.ts';

/** What a page reports of itself, as it happens. */
export type PageReport =
  /** A cursor was committed to a user's local cache. */
  | { kind: 'step'; database: string; from: EventHead | undefined; to: EventHead }
  /**
   * A mutation was committed to the outbox, for the first time or changed. `at` is when it was written, in milliseconds by
   * the machine's clock: transactions take turns, so it has the order of the outbox, and a tab that sleeps reports late.
   */
  | { kind: 'kept'; database: string; row: KeptAct; at: number }
  /** A mutation left the outbox. */
  | { kind: 'left'; database: string; opId: string }
  /** Everything left the outbox at once, which nothing here is a reason for. */
  | { kind: 'cleared'; database: string }
  /** Events came over server-sent events. */
  | { kind: 'heard'; data: string }
  /** The page showed something that is not its content: a toast, a banner, an alert. */
  | { kind: 'said'; text: string };

/** A row of the outbox, as far as it matters here. */
export interface KeptAct {
  opId: string;
  /** Its place in the outbox. */
  order: number;
  lane: string;
  name: string;
  input: Record<string, unknown>;
  state?: string;
}

/** What a page is made to believe. */
export interface PageSettings {
  /** Milliseconds by which the browser's clock is wrong. */
  skew: number;
}

/** The name under which pages find the way to report. */
export const reportName = 'reportToChaos';

/**
 * Runs in every page before its own program, so it takes nothing from outside: watches what is committed to the
 * databases and what is shown beside the content, and sets the clock.
 */
export function watchPage({ settings, reportName }: { settings: PageSettings; reportName: string }): void {
  const report = (entry: PageReport) => {
    const send = (
      globalThis as unknown as Record<string, ((entry: PageReport) => Promise<void>) | undefined>
    )[reportName];
    void send?.(entry).catch(() => {});
  };

  if (settings.skew !== 0) {
    const Real = Date;
    globalThis.Date = new Proxy(Real, {
      construct: (target, args: [], newTarget) =>
        Reflect.construct(target, args.length === 0 ? [Real.now() + settings.skew] : args, newTarget) as Date,
      get: (target, name) =>
        name === 'now' ? () => Real.now() + settings.skew : (Reflect.get(target, name) as unknown),
    });
  }

  const onceCommitted = (store: IDBObjectStore, entry: () => PageReport | undefined) =>
    store.transaction.addEventListener('complete', () => {
      const made = entry();
      if (made) report(made);
    });
  const noteWrite = (store: IDBObjectStore, value: unknown) => {
    const database = store.transaction.db.name;
    if (store.name === 'meta') {
      const { name, value: to } = value as { name: string; value: EventHead };
      if (name !== 'cursor') return;
      const before = store.get('cursor') as IDBRequest<{ value: EventHead } | undefined>;
      onceCommitted(store, () => ({ kind: 'step', database, from: before.result?.value, to }));
    }
    if (store.name === 'outbox') {
      const { opId, order, lane, name, input, state } = value as KeptAct;
      const row = JSON.parse(JSON.stringify({ opId, order, lane, name, input, state })) as KeptAct;
      const at = performance.timeOrigin + performance.now();
      onceCommitted(store, () => ({ kind: 'kept', database, row, at }));
    }
  };
  const { prototype } = IDBObjectStore;
  const { put, add, delete: remove, clear } = prototype;
  prototype.put = function (this: IDBObjectStore, ...args: Parameters<typeof put>) {
    noteWrite(this, args[0]);
    return put.apply(this, args);
  };
  prototype.add = function (this: IDBObjectStore, ...args: Parameters<typeof add>) {
    noteWrite(this, args[0]);
    return add.apply(this, args);
  };
  prototype.delete = function (this: IDBObjectStore, ...args: Parameters<typeof remove>) {
    const [key] = args;
    if (this.name === 'outbox') {
      const database = this.transaction.db.name;
      const range = key instanceof IDBKeyRange ? key : IDBKeyRange.only(key);
      const leaving = this.getAllKeys(range);
      onceCommitted(this, () => {
        for (const opId of leaving.result) report({ kind: 'left', database, opId: String(opId) });
        return undefined;
      });
    }
    return remove.apply(this, args);
  };

  prototype.clear = function (this: IDBObjectStore) {
    const database = this.transaction.db.name;
    if (this.name === 'outbox') onceCommitted(this, () => ({ kind: 'cleared', database }));
    return clear.apply(this);
  };

  const RealEventSource = globalThis.EventSource;
  globalThis.EventSource = class extends RealEventSource {
    constructor(url: string | URL, init?: EventSourceInit) {
      super(url, init);
      this.addEventListener('message', ({ data }) => report({ kind: 'heard', data: String(data) }));
    }
  };

  const said = new WeakSet<Element>();
  const spoken = '[role="alert"], [role="status"], section[aria-label^="Messages"] li';
  const listen = () =>
    new MutationObserver(() => {
      for (const element of document.querySelectorAll(spoken)) {
        const text = element.textContent.trim();
        if (said.has(element) || text === '') continue;
        said.add(element);
        report({ kind: 'said', text });
      }
    }).observe(document, { childList: true, subtree: true, characterData: true });
  listen();
}
