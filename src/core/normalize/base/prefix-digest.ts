import { isThinking } from '../../draft/draft.ts';
import { digest, TextHash } from '../../hash.ts';
import type { Part } from '../../message.ts';
import type { NormalizedMessage, NormalizedRequest } from '../../request.ts';

type Head = Pick<NormalizedRequest, 'system' | 'tools' | 'serverTools'>;

/**
 * Digest of everything a request carries: system prompt, tools in order and every message, without thinking, because a
 * signature is bound to all of that but not to other thinking (vendor-rules A24). An answer's thinking parts store it
 * as `prefixDigest`. As long as a later request has the same digest before the answer, its signatures are valid.
 */
export function prefixDigest(request: Head & Pick<NormalizedRequest, 'messages'>): string {
  const remembered = digests.get(request);
  if (remembered !== undefined) return remembered();
  let value = headDigest(request);
  for (const message of request.messages) value = nextDigest(value, message);
  return value;
}

const digests = new WeakMap<object, () => string>();

/** Says how `prefixDigest` of a request is worked out from what is known. Nobody needs it before the answer thinks. */
export function rememberPrefixDigest(request: NormalizedRequest, digest: () => string): void {
  digests.set(request, digest);
}

export function headDigest({ system, tools, serverTools }: Head): string {
  const own = tools.map((tool) => [tool.name, tool.description ?? '', tool.inputSchema]);
  return digest(JSON.stringify([system ?? '', own, ...(serverTools ? [serverTools] : [])]));
}

export function nextDigest(before: string, { role, parts }: Pick<NormalizedMessage, 'role' | 'parts'>): string {
  // Tool results and what the user adds to them travel as one user turn.
  const side = role === 'assistant' ? ' assistant ' : ' user ';
  let value = before;
  for (const part of parts)
    if (!isThinking(part)) value = new TextHash().add(value).add(side).add(partDigest(part)).hex();
  return value;
}

const memo = new WeakMap<Part, string>();

function partDigest(part: Part): string {
  let value = memo.get(part);
  if (value === undefined) memo.set(part, (value = digestOf(sent(part))));
  return value;
}

/** `digest(JSON.stringify(value))` */
function digestOf(value: unknown): string {
  return typeof value === 'string' ? new TextHash().addString(value).hex() : digest(JSON.stringify(value));
}

/** The fields of a part that reach the vendor. */
function sent(part: Part): unknown {
  switch (part.type) {
    case 'text':
    case 'refusal':
      return part.text;
    case 'tool_call':
      return [part.id, part.name, part.args];
    case 'tool_result':
      return [part.callId, part.text, part.isError ?? false, part.images ?? []];
    case 'image':
      return [part.mime, part.data];
    case 'file':
      return [part.mime, part.name, part.data];
    case 'vendor_block':
      return part.data;
    default:
      return null;
  }
}
