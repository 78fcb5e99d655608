import type { DBCore, DBCoreMutateRequest, Dexie } from 'dexie';
import { toStorageError } from './storage-error.ts';

export interface QuotaWatch {
  /** The browser has no room for what was to be written, and none of it was. */
  refused(): void;
  /** Something was added or changed. */
  stored(): void;
}

/** Hears what becomes of every write of this connection, whoever made it. Before it is opened. */
export function watchQuota(db: Dexie, watch: QuotaWatch): void {
  const wrote = new WeakSet<object>();
  const look = (error: unknown): void => {
    if (toStorageError(error).code === 'quota') watch.refused();
  };
  db.use({
    stack: 'dbcore',
    name: 'room',
    create: (core: DBCore) => ({
      ...core,
      transaction(stores, mode, options) {
        const transaction = core.transaction(stores, mode, options);
        if (mode === 'readwrite' && transaction instanceof IDBTransaction) {
          // Chromium counts when it commits: no request has failed then.
          transaction.addEventListener('abort', () => look(transaction.error));
          transaction.addEventListener('complete', () => wrote.has(transaction) && watch.stored());
        }
        return transaction;
      },
      table(name) {
        const table = core.table(name);
        return {
          ...table,
          mutate(request: DBCoreMutateRequest) {
            return table.mutate(request).then(
              (done) => {
                Object.values(done.failures).forEach(look);
                const adds = request.type === 'add' || request.type === 'put';
                if (adds && done.numFailures === 0) wrote.add(request.trans);
                return done;
              },
              (error: unknown) => {
                look(error);
                throw error;
              },
            );
          },
        };
      },
    }),
  });
}
