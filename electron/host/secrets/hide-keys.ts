import type { Redactor } from '#core/log/redact.ts';
import type { SecretStore } from '../base/deps.ts';

/** Wraps a store so that every key and passphrase passed to it or read from it is redacted from the log. */
export function hideKeys(store: SecretStore, redactor: Redactor): SecretStore {
  return {
    state: () => store.state(),
    choose(choice) {
      if (choice.kind === 'passphrase') redactor.hide(choice.passphrase);
      return store.choose(choice);
    },
    unlock(passphrase) {
      redactor.hide(passphrase);
      return store.unlock(passphrase);
    },
    reset: () => store.reset(),
    ids: () => store.ids(),
    async get(id) {
      const key = await store.get(id);
      if (key !== null) redactor.hide(key);
      return key;
    },
    set(id, value) {
      redactor.hide(value);
      return store.set(id, value);
    },
    delete: (id) => store.delete(id),
  };
}
