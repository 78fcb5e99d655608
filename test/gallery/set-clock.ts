/** Starts the clock of the page anew at `start`: what a story shows of the date must not depend on the day it is shown. */
export function setClock(start: number): void {
  const Real = Date;
  const ahead = start - Real.now();
  const now = () => Real.now() + ahead;
  globalThis.Date = new Proxy(Real, {
    construct: (target, values: unknown[], newTarget) =>
      Reflect.construct(target, values.length === 0 ? [now()] : values, newTarget) as object,
    apply: () => new Real(now()).toString(),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  });
}
