import { argsOf, linkedFile } from '../base/blocks.ts';
import { untracked } from '../base/fields.ts';
import { rawPart, textPart, type ImportedPart } from '../base/imported.ts';
import { isShape, list, shape, shapes, text, type Shape } from '../base/shape.ts';

/** Which calls have their results, and the ids of calls that had none. */
export interface Pairs {
  call(name: string, id: string): string;
  /** The id of the call that a result belongs to; `null` where it has its result. */
  result(name: string, id: string): string | null;
}

export function createPairs(): Pairs {
  const open: { id: string; name: string }[] = [];
  const answered = new Set<string>();
  return {
    call(name, id) {
      if (!open.some((one) => one.id === id)) open.push({ id, name });
      return id;
    },
    result(name, given) {
      const id = given === '' ? (open.find((one) => one.name === name && !answered.has(one.id))?.id ?? name) : given;
      if (answered.has(id)) return null;
      answered.add(id);
      return id;
    },
  };
}

/** What was said, and what tools returned. */
export function splitParts(parts: readonly ImportedPart[]): { said: ImportedPart[]; results: ImportedPart[] } {
  const isResult = (part: ImportedPart) =>
    part.type === 'tool_result' || (part.type === 'attachment' && part.ofResult === true);
  return { said: parts.filter((part) => !isResult(part)), results: parts.filter(isResult) };
}

/** Parts of the Gemini API, one of them, or a text. */
export function partsOf(content: unknown, owner: string, pairs: Pairs): ImportedPart[] {
  const parts = Array.isArray(content) ? list(content) : [content];
  return parts.flatMap((part, index) => partOf(part, `${owner}-${index + 1}`, pairs));
}

function partOf(value: unknown, ownId: string, pairs: Pairs): ImportedPart[] {
  if (typeof value === 'string') return textPart(value);
  if (!isShape(value)) return [];
  const signature = text(value.thoughtSignature) === '' ? {} : { signature: text(value.thoughtSignature) };
  if ('functionCall' in value) {
    const { name, args, id } = shape(value.functionCall);
    const callId = pairs.call(text(name), text(id) || ownId);
    return [{ type: 'tool_call', id: callId, name: text(name), ...argsOf(args), ...signature }];
  }
  if ('functionResponse' in value) return resultOf(shape(value.functionResponse), false, pairs);
  if ('inlineData' in value) return [fileOf(shape(value.inlineData))];
  if ('fileData' in value) {
    const { fileUri, mimeType, displayName } = shape(value.fileData);
    return [
      { ...linkedFile(text(fileUri), text(displayName)), ...(text(mimeType) !== '' && { mime: text(mimeType) }) },
    ];
  }
  if (typeof value.text !== 'string') return rawPart('gemini-cli', Object.keys(value)[0] ?? '', value);
  if (value.thought !== true) return textPart(value.text).map((part) => ({ ...part, ...signature }));
  return value.text === '' ? [] : [{ type: 'thinking', text: value.text, ...signature }];
}

const fileOf = ({ data, mimeType, displayName }: Shape) =>
  linkedFile(`data:${text(mimeType)};base64,${text(data)}`, text(displayName), 'file');

/** The result of a call; files follow it, in the same part or beside it. */
function resultOf(value: Shape, isFailed: boolean, pairs: Pairs): ImportedPart[] {
  const callId = pairs.result(text(value.name), text(value.id));
  if (callId === null) {
    // It repeats what is with the call, or has it cut.
    untracked(value);
    return [];
  }
  const response = shape(value.response);
  const said =
    text(response.output) || text(response.error) || (response.result === undefined ? '' : wordsOf(response.result));
  return [
    {
      type: 'tool_result',
      callId,
      ...(text(value.name) !== '' && { name: text(value.name) }),
      text: said || (Object.keys(response).length === 0 ? '' : wordsOf(response)),
      ...((isFailed || 'error' in response) && { isError: true }),
    },
    ...shapes(value.parts).flatMap((part) =>
      isShape(part.inlineData) ? [{ ...fileOf(part.inlineData), ofResult: true as const }] : [],
    ),
  ];
}

const wordsOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const FAILED: ReadonlySet<string> = new Set(['error', 'cancelled']);

/**
 * The calls that a message has beside its content. `said`: the content, which may have them, too. A call that was still
 * waiting or running has no result.
 */
export function callsOf(
  calls: readonly Shape[],
  said: readonly ImportedPart[],
  pairs: Pairs,
): { said: ImportedPart[]; results: ImportedPart[] } {
  const known = new Set(said.flatMap((part) => (part.type === 'tool_call' ? [part.id] : [])));
  const own: ImportedPart[] = [];
  const results: ImportedPart[] = [];
  for (const call of calls) {
    const [id, name] = [text(call.id), text(call.name)];
    if (!known.has(id)) own.push({ type: 'tool_call', id: pairs.call(name, id), name, ...argsOf(call.args) });
    const parts = Array.isArray(call.result) ? list(call.result) : [call.result];
    const isFailed = FAILED.has(text(call.status));
    for (const part of parts) {
      if (isShape(part) && 'functionResponse' in part)
        results.push(...resultOf({ ...shape(part.functionResponse), id, name }, isFailed, pairs));
      else if (isShape(part) && isShape(part.inlineData)) results.push({ ...fileOf(part.inlineData), ofResult: true });
      else {
        const words = typeof part === 'string' ? part : text(shape(part).text);
        if (words !== '' && pairs.result(name, id) !== null)
          results.push({ type: 'tool_result', callId: id, name, text: words, ...(isFailed && { isError: true }) });
      }
    }
  }
  return { said: own, results };
}
