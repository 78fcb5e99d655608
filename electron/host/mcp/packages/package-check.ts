import { errorMessage } from '#core/thrown.ts';
import { reasonText } from '#core/reasons.ts';
import type { HostDeps } from '../../base/deps.ts';
import { RefusedError } from '../base/refused-error.ts';
import type { Consent } from '../consent/consent.ts';
import type { Spawner } from '../process/spawner.ts';
import { type ServerDefinition, hashDefinition } from '../registry/entry.ts';
import { installedIntegrity } from './installed-integrity.ts';
import { exactName, exactPackageOf } from './exact-package.ts';
import { publishedIntegrity } from './npm-integrity.ts';
import { publishedHashes } from './python-hashes.ts';

/** A package that isn't the one that the user approved, under the same name and version. */
export interface ChangedPackage {
  name: string;
  before: string;
  now: string;
}

export interface PackageCheck {
  /**
   * Called before each start of an approved server. The hashes of an exact package, as it is published and as npx has
   * installed it, are kept with the approval at the first start. A later one refuses any other, and takes the approval
   * back. `note` is told what could not be checked.
   */
  check(server: PackageStart, note: (text: string) => void): Promise<void>;
  /** Why the approval was taken back, until it is given again. */
  changed(id: string): ChangedPackage | null;
}

export interface PackageStart {
  id: string;
  definition: ServerDefinition;
  /** What it will be started with. */
  env: Record<string, string>;
}

export function createPackageCheck(
  deps: Pick<HostDeps, 'fetch' | 'clock'>,
  spawner: Spawner,
  consent: Pick<Consent, 'approved' | 'pinPackage' | 'revoke'>,
): PackageCheck {
  const changes = new Map<string, ChangedPackage>();
  return {
    async check({ id, definition, env }, note) {
      const found = exactPackageOf(definition);
      const approved = found && (await consent.approved(id, hashDefinition(definition)));
      if (!found || !approved) return;
      const name = exactName(found);
      const seen = found.runner === 'npx' ? await installedIntegrity(spawner.platform, env, found) : [];
      try {
        seen.push(
          ...(found.from === 'npm'
            ? [await publishedIntegrity(deps, spawner, found, env)]
            : await publishedHashes(deps, found, env)),
        );
      } catch (error) {
        note(reasonText('server.packageUnchecked', { package: name, reason: errorMessage(error) }));
      }
      const known = approved.package ?? [];
      const now = known.length > 0 ? seen.find((one) => !known.includes(one)) : undefined;
      if (now !== undefined) {
        changes.set(id, { name, before: known.join('\n'), now });
        await consent.revoke(id);
        throw new RefusedError('approval', reasonText('server.packageChanged', { package: name }));
      }
      changes.delete(id);
      if (known.length === 0 && seen.length > 0) await consent.pinPackage(id, [...new Set(seen)]);
    },
    changed: (id) => changes.get(id) ?? null,
  };
}
