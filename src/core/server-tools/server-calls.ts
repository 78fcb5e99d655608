import { NOTHING_FOUND, type Asked, type Found, type OwnBlock, type ServerToolKind } from './own-block.ts';
import { readOwnBlock } from './read-block.ts';

/** What a tool of the vendor's own was asked and found, as everyone can read it. */
export interface ServerCall extends Asked, Found {
  tool: ServerToolKind;
  /** The result is there. */
  done: boolean;
}

/** A call with the indices of the parts that tell of it, in order. */
export interface PlacedServerCall {
  call: ServerCall;
  /** Index of what was asked; `null` when only the result is there. */
  asked: number | null;
  /** Index of the result; the same as `asked` for a block that is both, `null` when there is none. */
  found: number | null;
}

type Part = { type: string };

const isBlock = (part: Part): part is Part & { kind: string; data: string } => part.type === 'vendor_block';

/** The block at a position, if everyone can read it. */
export function ownBlockOf(part: Part | undefined): OwnBlock | null {
  return part && isBlock(part) ? readOwnBlock(part) : null;
}

/**
 * The calls in an answer. A result belongs to the open call of its id; without ids, to the newest open call of its
 * tool.
 */
export function serverCallsIn(parts: readonly Part[]): PlacedServerCall[] {
  const calls: PlacedServerCall[] = [];
  const open: { id: string | null; at: PlacedServerCall }[] = [];
  for (const [index, part] of parts.entries()) {
    const own = ownBlockOf(part);
    if (!own || own.role === 'citations') continue;
    if (own.role === 'result') {
      const waiting = open.findLastIndex(({ id, at }) => (own.id === null ? at.call.tool === own.tool : id === own.id));
      const [before] = waiting < 0 ? [] : open.splice(waiting, 1);
      const { role: _role, id: _id, ...found } = own;
      if (before) {
        const { tool } = before.at.call;
        before.at.call = { ...before.at.call, ...found, tool, done: true };
        before.at.found = index;
      } else calls.push({ call: { asked: [], ...found, done: true }, asked: null, found: index });
    } else if (own.role === 'call') {
      const { role: _role, id, ...asked } = own;
      const at: PlacedServerCall = { call: { ...NOTHING_FOUND, ...asked, done: false }, asked: index, found: null };
      open.push({ id, at });
      calls.push(at);
    } else {
      const { role: _role, ...call } = own;
      calls.push({ call: { ...call, done: true }, asked: index, found: index });
    }
  }
  return calls;
}
