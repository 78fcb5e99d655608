import type { Origin } from '../vendor.ts';
import { childrenOf, pathTo } from '../tree.ts';
import type { MessageHead } from './message-head.ts';

/** One line of an outline: a message, or the steps of one answer. */
export interface OutlineLine {
  /** The message that it links to. */
  id: string;
  head: MessageHead;
  excerpt: string;
  /** Origin of its newest answer. */
  origin: Origin | undefined;
  /** Number of its answers. More than one when a model used tools in between. */
  steps: number;
  /** Every message in it. */
  ids: readonly string[];
  /** From 1. Other versions of a message are one level below the one that the conversation continues with. */
  level: number;
  /** Index of the line that it is another version of. -1 on the first level. */
  under: number;
  /** Is on the chosen path. */
  chosen: boolean;
  /** When there are several versions: which one it is, and how they arose. */
  version: { at: number; of: number; how: 'edited' | 'again' | 'compared' } | null;
  /** Other versions are listed below it. */
  opens: boolean;
}

interface Todo {
  /** Versions at one place. The one that continues first is chosen among them. */
  versions: readonly MessageHead[];
  /** All versions at that place, when `versions` is only one of them. */
  all: readonly MessageHead[];
  level: number;
  under: number;
}

/**
 * Returns the complete tree as lines, each branch after the line where it diverges. The continued path stays on its
 * level, so a long conversation without branches is a plain list.
 */
export function outlineLines(heads: readonly MessageHead[], leafId: string | null): OutlineLine[] {
  const children = childrenOf(heads);
  const path = new Set(pathTo(heads, leafId).map(({ id }) => id));
  const below = (id: string, seq: number) => (children.get(id) ?? []).filter((child) => child.seq > seq);
  const roots = children.get(null) ?? [];
  const lines: OutlineLine[] = [];
  const todo: Todo[] = [{ versions: roots, all: roots, level: 1, under: -1 }];
  for (let next = todo.pop(); next; next = todo.pop()) {
    const { versions, all, level, under } = next;
    const head = versions.find(({ id }) => path.has(id)) ?? versions.at(-1);
    if (!head) continue;
    const chain = [head];
    let end = head;
    for (
      let only = below(end.id, end.seq);
      only.length === 1 && continuesAnswer(end, only[0]);
      only = below(end.id, end.seq)
    ) {
      const [step] = only;
      if (!step) break;
      chain.push(step);
      end = step;
    }
    const others = versions.filter((one) => one !== head);
    const after = below(end.id, end.seq);
    // The path ends in a question with several answers: none of them takes precedence.
    const undecided = end.id === leafId && after.length > 1;
    const place = lines.length;
    lines.push({
      id: head.id,
      head,
      excerpt: chain.findLast(({ role, excerpt }) => role !== 'tool' && excerpt !== '')?.excerpt ?? '',
      origin: chain.findLast(({ origin }) => origin)?.origin,
      steps: chain.filter(({ role }) => role === 'assistant').length,
      ids: chain.map(({ id }) => id),
      level,
      under,
      chosen: path.has(head.id),
      version: all.length > 1 ? { at: all.indexOf(head) + 1, of: all.length, how: howOf(all) } : null,
      opens: others.length > 0 || undecided,
    });
    const inside = { level: level + 1, under: place };
    if (undecided) for (const one of after.toReversed()) todo.push({ versions: [one], all: after, ...inside });
    else todo.push({ versions: after, all: after, level, under });
    // Last in, first out: versions in order, and only then the messages after them.
    for (const other of others.toReversed()) todo.push({ versions: [other], all, ...inside });
  }
  return lines;
}

/** Calls, their results and what the model says to them are one answer. */
function continuesAnswer(end: MessageHead, next: MessageHead | undefined): boolean {
  return end.role === 'tool' ? next?.role !== 'user' : next?.role === 'tool';
}

function howOf(versions: readonly MessageHead[]): 'edited' | 'again' | 'compared' {
  if (versions[0]?.role === 'user') return 'edited';
  const models = new Set(versions.flatMap(({ origin }) => (origin ? [`${origin.endpoint} ${origin.model}`] : [])));
  return models.size > 1 ? 'compared' : 'again';
}

/** The lines that are not folded away. */
export function unfolded(lines: readonly OutlineLine[], folded: ReadonlySet<string>): OutlineLine[] {
  let hidden = Number.POSITIVE_INFINITY;
  return lines.filter((line) => {
    if (line.level > hidden) return false;
    hidden = line.opens && folded.has(line.id) ? line.level : Number.POSITIVE_INFINITY;
    return true;
  });
}
