import type { DesktopTexts } from '#texts/desktop-texts.ts';
import type { Log } from '../host/base/deps.ts';
import { lockHome } from '../host/base/home-lock.ts';

/** Keeps any other Baton out of this home. Throws when one has it; `undefined` where the file system knows no locks. */
export async function takeHome(
  home: string,
  texts: Pick<DesktopTexts, 'homeTaken'>,
  log: Log,
): Promise<{ release(): void } | undefined> {
  const lock = await lockHome(home).catch((error: unknown) => {
    log.write('warn', 'home-not-locked', { error });
    return undefined;
  });
  if (lock === null) throw new Error(texts.homeTaken);
  return lock;
}
