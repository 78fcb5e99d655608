interface Waiting {
  name: string;
  grant(): void;
  reject(error: Error): void;
}

interface Held {
  name: string;
  steal(): void;
}

/**
 * The parts of the Web Locks specification that Baton uses: exclusive locks, queueing, `ifAvailable`, `steal` and
 * `signal`. One manager is one browser profile; all its windows share the queue.
 */
export class FakeLockManager implements LockManager {
  readonly #held = new Map<string, Held>();
  #queue: Waiting[] = [];

  request<T>(name: string, callback: (lock: Lock | null) => T): Promise<Awaited<T>>;
  request<T>(name: string, options: LockOptions, callback: (lock: Lock | null) => T): Promise<Awaited<T>>;
  async request<T>(
    name: string,
    second: LockOptions | ((lock: Lock | null) => T),
    third?: (lock: Lock | null) => T,
  ): Promise<Awaited<T>> {
    const options = typeof second === 'function' ? {} : second;
    const callback = typeof second === 'function' ? second : third;
    if (!callback) throw new TypeError('no callback');
    options.signal?.throwIfAborted();
    await Promise.resolve();
    if (options.ifAvailable && (this.#held.has(name) || this.#queue.some((one) => one.name === name))) {
      return await callback(null);
    }
    if (options.steal) {
      this.#held.get(name)?.steal();
      this.#held.delete(name);
    } else if (this.#held.has(name) || this.#queue.some((one) => one.name === name)) {
      await this.#wait(name, options.signal);
    }
    return this.#hold(name, callback);
  }

  async query(): Promise<LockManagerSnapshot> {
    return {
      held: [...this.#held.keys()].map((name) => ({ name, mode: 'exclusive', clientId: 'window' })),
      pending: this.#queue.map(({ name }) => ({ name, mode: 'exclusive', clientId: 'window' })),
    };
  }

  #wait(name: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const waiting: Waiting = { name, grant: resolve, reject };
      this.#queue.push(waiting);
      signal?.addEventListener(
        'abort',
        () => {
          if (!this.#queue.includes(waiting)) return;
          this.#queue = this.#queue.filter((one) => one !== waiting);
          reject(new DOMException('The request was aborted.', 'AbortError'));
        },
        { once: true },
      );
    });
  }

  async #hold<T>(name: string, callback: (lock: Lock | null) => T): Promise<Awaited<T>> {
    let steal = (): void => undefined;
    const stolen = new Promise<never>((_, reject) => {
      steal = () => reject(new DOMException('Lock broken by another request with the steal option.', 'AbortError'));
    });
    stolen.catch(() => undefined);
    const held: Held = { name, steal };
    this.#held.set(name, held);
    try {
      return await Promise.race([callback({ name, mode: 'exclusive' }), stolen]);
    } finally {
      if (this.#held.get(name) === held) {
        this.#held.delete(name);
        this.#grantNext(name);
      }
    }
  }

  #grantNext(name: string): void {
    const next = this.#queue.find((one) => one.name === name);
    if (!next) return;
    this.#queue = this.#queue.filter((one) => one !== next);
    next.grant();
  }
}
