import type { SyncPort } from '#flows/sync/sync-port.ts';

/** What a remote does next: `before` breaks the connection before anything happened, `after` when it already has. */
export type Fault = 'none' | 'before' | 'after' | 'hides';

/** An in-memory remote that fails as instructed, loses objects, and shows new ones late. */
export class UnreliablePlace {
  readonly logs = new Map<string, Map<number, string>>();
  readonly #faults: Fault[] = [];

  fail(...faults: Fault[]): void {
    this.#faults.push(...faults);
  }

  repair(): void {
    this.#faults.length = 0;
  }

  /** Loses one object for good. */
  lose(which: number): void {
    const all = [...this.logs].flatMap(([device, objects]) => [...objects.keys()].map((at) => [device, at] as const));
    const [device, counter] = all[which % Math.max(1, all.length)] ?? [];
    if (device !== undefined && counter !== undefined) this.logs.get(device)?.delete(counter);
  }

  #next(): Fault {
    return this.#faults.shift() ?? 'none';
  }

  async #run<T>(work: (fault: Fault) => T): Promise<T> {
    const fault = this.#next();
    const broken = Object.assign(new Error('the line broke'), { code: 'sync_unreachable' });
    if (fault === 'before') throw broken;
    const done = work(fault);
    if (fault === 'after') throw broken;
    return done;
  }

  port(): SyncPort {
    const of = (device: string) => this.logs.get(device) ?? new Map<number, string>();
    return {
      list: (after) =>
        this.#run((fault) =>
          Object.fromEntries(
            [...this.logs].map(([device, objects]) => {
              const found = [...objects.keys()].filter((at) => at > (after[device] ?? 0)).toSorted((a, b) => a - b);
              return [device, fault === 'hides' ? found.slice(0, -1) : found];
            }),
          ),
        ),
      read: (device, counter) =>
        this.#run(() => {
          const text = of(device).get(counter);
          if (text === undefined) throw Object.assign(new Error('gone'), { code: 'not_found' });
          return text;
        }),
      write: (device, counter, text) =>
        this.#run(() => {
          const objects = of(device);
          if (objects.has(counter)) return false;
          this.logs.set(device, objects.set(counter, text));
          return true;
        }),
      blobParts: async () => 0,
      readBlob: () => Promise.reject(new Error('no attachments here')),
      writeBlob: () => Promise.reject(new Error('no attachments here')),
    };
  }
}
