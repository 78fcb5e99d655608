import { dirname } from 'node:path';
import { isInside } from '../../workspace/safe-path.ts';

/** What one command in the sandbox may reach. All paths are real paths. */
export interface SandboxPlace {
  /** The attached folders, which it may change. */
  folders: readonly string[];
  cwd: string;
  /** The user's own folder, which it doesn't see; null if unknown. */
  home: string | null;
  /** Baton's home. */
  closed: string;
  /** Where toolchains of the user are installed inside `home`. It may read them. */
  tools: readonly string[];
  /** What it must not change in the attached folders, whether it exists yet or not. */
  protects: readonly ProtectedPath[];
  network: boolean;
}

export interface ProtectedPath {
  path: string;
  kind: 'folder' | 'file';
  exists: boolean;
}

/**
 * The folders inside of attached ones that must stay where they are: moved away, they would take something protected
 * along, and the command could put its own in that place.
 */
export function fixedFolders({ folders, closed, protects }: SandboxPlace): string[] {
  const fixed = new Set<string>();
  for (const path of [closed, ...folders, ...protects.map((one) => one.path)])
    for (
      let above = dirname(path);
      folders.some((one) => one !== above && isInside(one, above));
      above = dirname(above)
    )
      fixed.add(above);
  return [...fixed].filter((one) => !folders.includes(one));
}
