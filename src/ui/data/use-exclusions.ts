import type { Deletions } from '#core/normalize/base/deletions.ts';
import { DELETED, EXCLUDED, targetKey } from '#core/normalize/base/overlays.ts';
import type { Overlay } from '#core/request.ts';
import { useSessionOverlays } from './use-session-overlays.ts';

/** What the user excluded from requests: messages, and single tool results (see targetKey). */
export type Exclusions = ReadonlySet<string>;

interface UserOverlays {
  excluded: Exclusions;
  deleted: Deletions;
}

const NONE: UserOverlays = { excluded: new Set(), deleted: new Set() };

/** What the user excluded and deleted in a conversation. */
export function useExclusions(sessionId: string): UserOverlays {
  return useSessionOverlays(sessionId, userOverlaysIn) ?? NONE;
}

function userOverlaysIn(overlays: readonly Overlay[]): UserOverlays {
  const of = (wanted: string) =>
    new Set(overlays.flatMap(({ kind, target }) => (kind === wanted ? [targetKey(target)] : [])));
  return { excluded: of(EXCLUDED), deleted: of(DELETED) };
}
