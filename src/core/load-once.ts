/** Something that is loaded when it is first used. */
export interface LoadOnce<T> {
  /** Loads it. After a failure, the next call tries again. */
  get: () => Promise<T>;
  /** `null` if nobody has asked for it yet. */
  loading: () => Promise<T> | null;
}

export function loadOnce<T>(load: () => Promise<T>): LoadOnce<T> {
  let loading: Promise<T> | null = null;
  return {
    get() {
      loading ??= load().catch((error: unknown) => {
        loading = null;
        throw error;
      });
      return loading;
    },
    loading: () => loading,
  };
}

/** Methods that can be called before their object is loaded: those that return a promise or nothing. */
type Deferrable<T> = {
  [Name in keyof T]: T[Name] extends (...given: never[]) => infer Result
    ? Result extends Promise<unknown> | void
      ? T[Name]
      : never
    : never;
};

/** An object whose methods load the real one first. Calls keep their order. */
export function deferCalls<T extends Deferrable<T>>(load: () => Promise<T>): T {
  const methods = new Map<PropertyKey, (...given: readonly unknown[]) => Promise<unknown>>();
  const method = (name: PropertyKey) => {
    const call = async (...given: readonly unknown[]): Promise<unknown> => {
      const loaded = await load();
      const found: unknown = Reflect.get(loaded, name);
      if (typeof found !== 'function') throw new TypeError(`no method ${String(name)}`);
      return Reflect.apply(found, loaded, given);
    };
    methods.set(name, call);
    return call;
  };
  return new Proxy(Object.create(null) as T, {
    // With a `then`, an `await` would take it for a promise.
    get: (_, name) => (typeof name === 'symbol' || name === 'then' ? undefined : (methods.get(name) ?? method(name))),
  });
}
