import { afterAll } from 'vitest';

/** Databases live in the memory of a worker, which files share: those of one file must not stay for the others. */
afterAll(async () => {
  if (!('indexedDB' in globalThis)) return;
  const [{ IDBFactory }, { Dexie }] = await Promise.all([import('fake-indexeddb'), import('dexie')]);
  const indexedDB = new IDBFactory();
  Object.assign(globalThis, { indexedDB });
  Object.assign(Dexie.dependencies, { indexedDB });
});
