import {
  type Content,
  FunctionCallingConfigMode,
  Modality,
  type Part as WirePart,
  type ThinkingConfig,
  type Tool,
  type ToolConfig,
} from '@google/genai/web';
import type { Part, ToolCallPart, ToolResultPart } from '#core/message.ts';
import { presentIn } from '#core/present-in.ts';
import { dialectFor } from '#core/normalize/base/dialects.ts';
import type { NormalizedMessage, NormalizedRequest, Target } from '#core/request.ts';
import { asksForPictures } from '#core/asks-for-pictures.ts';
import { mergeTurns, type Turn } from '../base/merge-turns.ts';
import type { Rendered } from '../base/rendered.ts';
import { argumentsObject } from '../base/tool-arguments.ts';
import { thinkingConfig } from './thinking-config.ts';

/** The REST body; the model is part of the address. */
export interface GeminiBody {
  contents: Content[];
  systemInstruction?: { parts: WirePart[] };
  tools?: Tool[];
  toolConfig?: ToolConfig;
  generationConfig: { maxOutputTokens: number; responseModalities?: Modality[]; thinkingConfig?: ThinkingConfig };
}

const inline = (file: { mime: string; data: string }): WirePart => ({
  inlineData: { mimeType: file.mime, data: file.data },
});

/** A signature goes back on the exact part it arrived with, even on empty text (vendor-rules G10). */
function wirePart(part: Part, withId: boolean): WirePart | null {
  switch (part.type) {
    case 'text':
      if (part.signature) return { text: part.text, thoughtSignature: part.signature };
      return part.text === '' ? null : { text: part.text };
    case 'refusal':
      return part.text === '' ? null : { text: part.text };
    case 'tool_call':
      return call(part, withId);
    case 'image':
      return { ...inline(part), ...(part.signature ? { thoughtSignature: part.signature } : {}) };
    case 'file':
      return inline(part);
    case 'vendor_block':
      // Code that Google ran, and its result, go back as they came (W7).
      return JSON.parse(part.data) as WirePart;
    default:
      // Thought summaries aren't sent back (G17); results have their own content.
      return null;
  }
}

function call({ id, name, args: given, signature }: ToolCallPart, withId: boolean): WirePart {
  const args = argumentsObject(given);
  const functionCall = withId && id ? { id, name, args } : { name, args };
  return signature ? { functionCall, thoughtSignature: signature } : { functionCall };
}

/** Must be an object (G7). Images of results follow in the next content, where the compiler put them (G4). */
function response({ callId: id, name = 'unknown', text, isError }: ToolResultPart, withId: boolean): WirePart {
  const answer = isError ? { error: text } : { output: text };
  return { functionResponse: withId && id ? { id, name, response: answer } : { name, response: answer } };
}

// Not made for each message: V8 drops what it compiled for a function when its last closure is collected (2026-11).
const partWithId = (part: Part): WirePart | null => wirePart(part, true);
const partWithoutId = (part: Part): WirePart | null => wirePart(part, false);
const responseWithId = (part: ToolResultPart): WirePart => response(part, true);
const responseWithoutId = (part: ToolResultPart): WirePart => response(part, false);

const isResult = (part: Part): part is ToolResultPart => part.type === 'tool_result';
const isNamed = (part: Part): boolean => !isResult(part) || part.name !== undefined;

/** A result without a name has that of its call. */
function withNames(turns: readonly Turn[]): readonly Turn[] {
  if (turns.every(({ parts }) => parts.every(isNamed))) return turns;
  const calls = turns.flatMap(({ parts }) => parts).filter((part) => part.type === 'tool_call');
  const names = new Map(calls.map(({ id, name }) => [id, name]));
  const named = (part: Part): Part => {
    if (!isResult(part) || part.name !== undefined) return part;
    const name = names.get(part.callId ?? '');
    return name === undefined ? part : { ...part, name };
  };
  return turns.map(({ role, parts }) => ({ role, parts: parts.map(named) }));
}

export function renderContents(messages: readonly NormalizedMessage[], target: Target): Content[] {
  const withIds = dialectFor(target).sendCallIds;
  const contents: Content[] = [];
  for (const { role: side, parts } of withNames(mergeTurns(messages))) {
    // All tool responses go together in one content of their own (G4).
    const responses = parts.filter(isResult).map(withIds ? responseWithId : responseWithoutId);
    const rest = presentIn(parts.map(withIds ? partWithId : partWithoutId));
    const role = side === 'user' ? 'user' : 'model';
    if (responses.length > 0) contents.push({ role, parts: responses });
    if (rest.length > 0) contents.push({ role, parts: rest });
  }
  return contents;
}

/** Calls of tools that Google ran, and their results, are only taken back where the request says so. */
const INVOCATIONS = 'server-side tool invocations';

export function invocationsIn(contents: readonly Content[]): string[] {
  const invoked = contents.some(({ parts }) => parts?.some((part) => 'toolCall' in part || 'toolResponse' in part));
  return invoked ? [INVOCATIONS] : [];
}

export function renderBody(
  contents: Content[],
  request: NormalizedRequest,
  target: Target,
  needs: ReadonlySet<string>,
): Rendered<GeminiBody> {
  const thinking = thinkingConfig(request, target);
  // Tools that Google runs itself, as the table of vendors has them.
  const own = (request.serverTools?.tools ?? []).map((tool) => tool as Tool);
  const invoked = needs.has(INVOCATIONS);
  return {
    body: {
      contents,
      ...(request.system ? { systemInstruction: { parts: [{ text: request.system }] } } : {}),
      generationConfig: {
        maxOutputTokens: request.maxOutputTokens,
        ...(asksForPictures(target) ? { responseModalities: [Modality.TEXT, Modality.IMAGE] } : {}),
        ...(thinking === undefined ? {} : { thinkingConfig: thinking }),
      },
      ...(request.tools.length === 0 && own.length === 0
        ? {}
        : {
            tools: [
              ...own,
              ...(request.tools.length === 0
                ? []
                : [
                    {
                      functionDeclarations: request.tools.map((tool) => ({
                        name: tool.name,
                        ...(tool.description === undefined ? {} : { description: tool.description }),
                        // Full JSON Schema; `parameters` accepts only a subset and refuses the rest (G7).
                        parametersJsonSchema: tool.inputSchema,
                      })),
                    },
                  ]),
            ],
          }),
      ...(request.toolChoice || invoked
        ? {
            toolConfig: {
              ...(invoked && { includeServerSideToolInvocations: true }),
              ...(request.toolChoice && { functionCallingConfig: { mode: FunctionCallingConfigMode.NONE } }),
            },
          }
        : {}),
    },
    headers: {},
  };
}
