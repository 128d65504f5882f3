const TrueDate = Date;

/** Moves this page's clock ahead, or back with a negative number of milliseconds; it runs on from there. */
export function shiftClock(ahead: number): void {
  if (ahead === 0) return;
  globalThis.Date = new Proxy(TrueDate, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length === 0 ? [target.now() + ahead] : given, newTarget) as Date,
    apply: (target) => new target(target.now() + ahead).toString(),
    get: (target, name, receiver) =>
      name === 'now' ? () => target.now() + ahead : (Reflect.get(target, name, receiver) as unknown),
  });
}
