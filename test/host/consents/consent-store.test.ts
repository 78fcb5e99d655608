import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createConsentStore } from '#host/consents/consent-store.ts';
import { scriptConsent } from '#host/consents/subjects.ts';
import { createHostBench, createMemorySecrets } from '#test/fakes/host-deps.ts';

test('a revocation that could not be stored is stored when the user tries again', async () => {
  const bench = createHostBench({ secrets: createMemorySecrets({}, 'os') });
  onTestFinished(() => bench.dispose());
  const { home } = bench.deps;
  const consents = createConsentStore(bench.deps);
  await consents.give(scriptConsent('a'.repeat(64)), { mount: 'test', window: 1, session: null });
  const file = join(home, 'consents.json');
  renameSync(file, `${file}.aside`);
  // Nothing can be written in its place.
  mkdirSync(join(file, 'x'), { recursive: true });
  await expect(consents.revoke(() => true)).rejects.toBeInstanceOf(Error);
  rmSync(file, { recursive: true });
  renameSync(`${file}.aside`, file);
  await consents.revoke(() => true);
  expect(await createConsentStore(bench.deps).listValid('script')).toEqual([]);
});
