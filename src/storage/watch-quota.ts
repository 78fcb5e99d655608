import type { DBCore, DBCoreMutateRequest, Dexie } from 'dexie';
import { toStorageError } from './storage-error.ts';

export interface QuotaWatch {
  /** The browser had no space for a write, and stored none of it. */
  refused(): void;
  /** Something was added or changed. */
  stored(): void;
}

/** Observes every write of this connection. Call it before the database is opened. */
export function watchQuota(db: Dexie, watch: QuotaWatch): void {
  const wrote = new WeakSet<object>();
  const reportIfFull = (error: unknown): void => {
    if (toStorageError(error).code === 'quota') watch.refused();
  };
  db.use({
    stack: 'dbcore',
    name: 'quota',
    create: (core: DBCore) => ({
      ...core,
      transaction(stores, mode, options) {
        const transaction = core.transaction(stores, mode, options);
        if (mode === 'readwrite' && transaction instanceof IDBTransaction) {
          // Chromium checks the quota on commit. No request has failed by then.
          transaction.addEventListener('abort', () => reportIfFull(transaction.error));
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
                Object.values(done.failures).forEach(reportIfFull);
                const adds = request.type === 'add' || request.type === 'put';
                if (adds && done.numFailures === 0) wrote.add(request.trans);
                return done;
              },
              (error: unknown) => {
                reportIfFull(error);
                throw error;
              },
            );
          },
        };
      },
    }),
  });
}
