import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { PracticeVendors } from '../host/base/call-vendor.ts';
import { createConfigFile } from '../host/base/config-file.ts';
import type { Clock } from '../host/base/deps.ts';
import { createPracticeVendors } from '../practice/create-practice-vendors.ts';
import { readText, writePrivate } from '../host/base/private-file.ts';
import { HostError } from '../host/base/problem.ts';

/**
 * Reads the secret that practice vendors sign with. It is stored because sessions store what was signed; on a full disk
 * it lasts for this process only.
 */
async function readSecret(file: string): Promise<string> {
  const stored = (await readText(file))?.trim();
  if (stored && stored.length >= 32) return stored;
  const fresh = randomBytes(32).toString('hex');
  await writePrivate(file, `${fresh}\n`).catch((error: unknown) => {
    if (!(error instanceof HostError && error.code === 'disk_full')) throw error;
  });
  return fresh;
}

/**
 * Opens the practice vendors of this home. They answer at the speed that its settings have at the time of the request.
 */
export async function openPractice(home: string, clock: Clock): Promise<PracticeVendors> {
  const config = createConfigFile(home, () => clock.now());
  let charsPerSecond = (await config.read()).config.practiceCharsPerSecond;
  const vendors = createPracticeVendors({
    clock,
    charsPerSecond: () => charsPerSecond,
    secret: await readSecret(join(home, 'practice-secret')),
  });
  return {
    async fetch(request) {
      charsPerSecond = (await config.read()).config.practiceCharsPerSecond;
      return vendors.fetch(request);
    },
  };
}
