import type { Deed, DeedKind } from './read-deed.ts';

/** Deeds of one kind. A call that didn't do its work counts only as that. */
export interface DeedGroup {
  kind: DeedKind | 'failed' | 'denied' | 'stopped';
  /** Different things of this kind; for tools without a description and for calls without work: calls. */
  count: number;
  /** The thing, if all of them are about the same. */
  what: string | null;
}

/** A command that failed was run nevertheless. */
const kindOf = ({ kind, end }: Deed): DeedGroup['kind'] =>
  end === 'done' || (end === 'failed' && kind === 'run') ? kind : end;

/** Joins deeds of one kind, in the order in which each kind first occurs. */
export function groupDeeds(deeds: readonly Deed[]): DeedGroup[] {
  const groups = new Map<string, { kind: DeedGroup['kind']; calls: number; things: Set<string> }>();
  for (const deed of deeds) {
    const kind = kindOf(deed);
    const key = kind === 'use' ? `use ${deed.what}` : kind;
    const group = groups.get(key) ?? { kind, calls: 0, things: new Set() };
    group.calls += 1;
    group.things.add(deed.what);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ kind, calls, things }) => {
    const [only = ''] = things;
    const byCalls = kind === 'use' || kind === 'failed' || kind === 'denied' || kind === 'stopped';
    return { kind, count: byCalls ? calls : things.size, what: things.size === 1 ? only : null };
  });
}
