import type { RestoreResult } from '#history/archive/merge-history.ts';

export const PREVIEW_KINDS = ['new', 'diverged', 'trash', 'same', 'refused'] as const;
export type PreviewKind = (typeof PREVIEW_KINDS)[number];

/** A conversation that returns from the trash is also merged. */
export function kindsOf(result: RestoreResult): PreviewKind[] {
  return result.kind === 'diverged' && result.fromTrash ? ['diverged', 'trash'] : [result.kind];
}

export function countKinds(results: readonly RestoreResult[]): Record<PreviewKind, number> {
  const counts: Record<PreviewKind, number> = { new: 0, diverged: 0, trash: 0, same: 0, refused: 0 };
  for (const result of results) for (const kind of kindsOf(result)) counts[kind]++;
  return counts;
}
