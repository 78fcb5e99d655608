import { isContinued } from '#core/answer-content.ts';
import { readContextFiles } from '#core/context-file.ts';
import { textOf } from '#core/message-text.ts';
import { plainExcerpt } from '#markdown/plain-excerpt.ts';
import { deletionsOf, withoutGone, type Deletions } from '#core/normalize/base/deletions.ts';
import { isSummary } from '#core/is-summary.ts';
import { CONTEXT, HIDDEN, NOT_SENT, readData, SUMMARY } from '#core/normalize/base/overlays.ts';
import { pathTo } from '#core/tree.ts';
import type { Overlay } from '#core/request.ts';
import type { Origin } from '#core/vendor.ts';
import type { SessionRow, StoredMessage } from '#storage/rows.ts';
import type { SessionRecord } from '../../records.ts';
import { NO_SURROUNDINGS, renderPartsOf, type SummaryUse } from './render-parts.ts';
import type { RenderOptions } from './render-options.ts';

/** What is kept in memory about each message while a conversation is written. */
export interface OutlineNode {
  id: string;
  parentId: string | null;
  seq: number;
  role: StoredMessage['role'];
  /** Set for an answer. */
  origin: Origin | null;
  /** An answer of the same model that follows continues it. */
  begins: boolean;
  /** The options leave nothing of it. */
  empty: boolean;
  /** The beginning of the user's message; '' for everything else. */
  excerpt: string;
  /** From 1, in the order in which messages are written. What continues an answer has the number of its heading. */
  number: number;
  /** Its name in the address of its place. */
  anchor: string;
  /** The same model continues after its tools or its thoughts, so it gets no heading of its own. */
  continues: boolean;
  /** For a tool message: the answer that it's written with. */
  owner: OutlineNode | null;
  /**
   * For the first message of another branch: the message it branches off after; `null` if it starts a conversation of
   * its own.
   */
  leaves: { after: OutlineNode | null } | null;
  /** First messages of other branches that branch off here. */
  forks: OutlineNode[];
}

/** What must be known about a conversation before its first line can be written. */
export interface Outline {
  session: SessionRow;
  /** The shown path, in the order in which it's written. */
  path: OutlineNode[];
  /** All other messages by age, if requested. */
  others: OutlineNode[];
  byId: ReadonlyMap<string, OutlineNode>;
  /** Messages that the user deleted are no nodes; this also names deleted tool results. */
  deleted: Deletions;
  models: { origin: Origin; answers: number }[];
  left: { thinking: boolean; tools: boolean; messages: number };
  summaries: ReadonlyMap<string, SummaryUse>;
  contextPaths: ReadonlyMap<string, readonly string[]>;
}

/** `null` when the conversation isn't stored. */
export async function readOutline(
  records: AsyncIterable<SessionRecord>,
  options: Pick<RenderOptions, 'thinking' | 'tools' | 'branches' | 'texts'>,
): Promise<Outline | null> {
  let session: SessionRow | null = null;
  const nodes = new Map<string, OutlineNode>();
  const overlays: Overlay[] = [];
  const kinds = { thinking: new Set<string>(), tools: new Set<string>() };
  for await (const record of records) {
    if (record.type === 'session') session = record.row;
    if (record.type === 'overlay') overlays.push(record.row);
    if (record.type !== 'message') continue;
    const { row } = record;
    nodes.set(row.id, toNode(row, options));
    if (row.parts.some(({ type }) => type === 'thinking' || type === 'redacted_thinking')) kinds.thinking.add(row.id);
    if (row.parts.some(({ type }) => type === 'tool_call' || type === 'tool_result')) kinds.tools.add(row.id);
  }
  if (!session) return null;

  removeHidden(nodes, overlays);
  const deleted = deletionsOf(overlays);
  const { nodes: all, nearest } = withoutGone(
    [...nodes.values()].toSorted((a, b) => a.seq - b.seq),
    deleted,
  );
  const byId = new Map(all.map((node) => [node.id, node]));
  const shown = pathTo(all, nearest(session.leafId));
  // If the leaf no longer exists, the newest message ends the path, as it does when the page opens the conversation.
  const path = shown.length > 0 ? shown : pathTo(all, all.at(-1)?.id ?? null);
  const onPath = new Set(path.map(({ id }) => id));
  const rest = all.filter(({ id }) => !onPath.has(id));
  const order = options.branches ? [...path, ...rest] : path;

  attachToolMessages(path, null);
  if (options.branches) attachToolMessages(rest, byId);
  numberNodes(order);
  const written = order.filter(({ owner }) => owner === null);
  return {
    session,
    path: written.filter(({ id }) => onPath.has(id)),
    others: written.filter(({ id }) => !onPath.has(id)),
    byId,
    deleted,
    models: modelsOf(order),
    left: {
      thinking: !options.thinking && order.some(({ id }) => kinds.thinking.has(id)),
      tools: !options.tools && order.some(({ id }) => kinds.tools.has(id)),
      messages: options.branches ? 0 : rest.filter(({ role }) => role !== 'tool').length,
    },
    summaries: summariesOf(overlays),
    contextPaths: contextFilesOf(overlays),
  };
}

function toNode(row: StoredMessage, options: Pick<RenderOptions, 'thinking' | 'tools' | 'texts'>): OutlineNode {
  const { id, parentId, seq, role, origin, author } = row;
  return {
    id,
    parentId,
    seq,
    role,
    origin: role === 'assistant' ? (origin ?? null) : null,
    begins: role === 'assistant' && isContinued(row),
    empty: renderPartsOf(row, NO_SURROUNDINGS, options).length === 0 && !(role === 'user' && isSummary(row)),
    excerpt: role === 'user' && author === undefined ? plainExcerpt(textOf(row), 80) : '',
    number: 0,
    anchor: '',
    continues: false,
    owner: null,
    leaves: null,
    forks: [],
  };
}

/** Removes messages that the user deleted, and everything below them. */
function removeHidden(nodes: Map<string, OutlineNode>, overlays: readonly Overlay[]): void {
  const hidden = new Set<string>();
  for (const { kind, target } of overlays) if (kind === HIDDEN && target.part === undefined) hidden.add(target.message);
  if (hidden.size === 0) return;
  for (const node of [...nodes.values()].toSorted((a, b) => a.seq - b.seq)) {
    if (!hidden.has(node.id) && !(node.parentId !== null && hidden.has(node.parentId))) continue;
    hidden.add(node.id);
    nodes.delete(node.id);
  }
}

/**
 * Attaches tool messages to the answer before them, and marks where answers continue and where branches begin. `known`
 * is `null` for the path itself, which doesn't branch off anything.
 */
function attachToolMessages(nodes: readonly OutlineNode[], known: ReadonlyMap<string, OutlineNode> | null): void {
  let before: OutlineNode | null = null;
  let answer: OutlineNode | null = null;
  /** Whether the answer, or one that it continues, has a heading. */
  let headed = false;
  for (const node of nodes) {
    const follows: boolean = known === null || (before !== null && node.parentId === before.id);
    if (!follows) {
      answer = null;
      const parent = node.parentId === null ? undefined : known?.get(node.parentId);
      const after = parent?.owner ?? parent ?? null;
      node.leaves = { after };
      node.empty = false;
      after?.forks.push(node);
    }
    if (node.role === 'tool' && answer) {
      node.owner = answer;
      if (!node.empty) answer.empty = false;
    } else {
      const continued = answer !== null && answer.begins && node.role === 'assistant' && sameModel(answer, node);
      node.continues = continued && headed;
      headed = node.continues || !node.empty;
      answer = node.role === 'assistant' ? node : null;
    }
    before = node;
  }
}

/** A message that isn't written has the place of the one before it. */
function numberNodes(nodes: readonly OutlineNode[]): void {
  let [number, step] = [0, 1];
  for (const node of nodes) {
    if (node.owner !== null) {
      node.number = node.owner.number;
      node.anchor = node.owner.anchor;
      continue;
    }
    if (!node.empty) [number, step] = node.continues ? [number, step + 1] : [number + 1, 1];
    node.number = number;
    node.anchor = step === 1 ? `m${number}` : `m${number}-${step}`;
  }
}

function sameModel({ origin: left }: OutlineNode, { origin: right }: OutlineNode): boolean {
  return left?.vendor === right?.vendor && left?.model === right?.model && left?.endpoint === right?.endpoint;
}

function modelsOf(nodes: readonly OutlineNode[]): Outline['models'] {
  const models = new Map<string, Outline['models'][number]>();
  for (const { origin, continues } of nodes) {
    if (!origin) continue;
    const key = `${origin.vendor} ${origin.model}`;
    const existing = models.get(key);
    if (!existing) models.set(key, { origin, answers: 1 });
    else if (!continues) existing.answers++;
  }
  return [...models.values()];
}

function summariesOf(overlays: readonly Overlay[]): Map<string, SummaryUse> {
  const summaries = new Map<string, SummaryUse>();
  for (const { kind, target, data } of overlays) {
    if (kind !== SUMMARY && kind !== NOT_SENT) continue;
    const count = readData(data, 'count');
    const existing = summaries.get(target.message);
    summaries.set(target.message, {
      sent: (existing?.sent ?? true) && kind === SUMMARY,
      count: typeof count === 'number' && count > 0 ? count : (existing?.count ?? null),
    });
  }
  return summaries;
}

function contextFilesOf(overlays: readonly Overlay[]): Map<string, string[]> {
  const contextPaths = new Map<string, string[]>();
  for (const { kind, target, data } of overlays) {
    if (kind !== CONTEXT) continue;
    const paths = readContextFiles(readData(data, 'files')).map(({ path }) => path);
    if (paths.length > 0) contextPaths.set(target.message, [...(contextPaths.get(target.message) ?? []), ...paths]);
  }
  return contextPaths;
}
