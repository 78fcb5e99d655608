import { SplitList } from '../list-start.ts';
import { placesIn } from '../normalize/base/message-places.ts';
import type { ErrorKind } from '../error.ts';
import type { HistoryMessage } from '../message.ts';
import type { CompileReport, Decision, NormalizedRequest, Overlay, Target } from '../request.ts';
import type { Protocol } from '../vendors/base/protocol.ts';
import { dialectFor } from '../normalize/base/dialects.ts';
import {
  CHAT_SWITCH,
  FLATTEN_CALLS,
  lastTargeted,
  MODEL_OUTPUT,
  NO_SERVER_TOOLS,
  NO_TOOLS,
  OMIT_BLOCK,
  OMIT_FIELD,
  overlaysFor,
  QUARANTINE_TOOL,
  readData,
  STRIP_STATE,
  stripThrough,
  THINKING_FORM,
  THINKING_OFF,
} from '../normalize/base/overlays.ts';
import { blocksToOmit, isMediaTag, isThinkingTag } from './blocks.ts';
import { fieldPath, thinkingFields } from './body-fields.ts';
import { about, messagesOf, model, named, service } from './decisions.ts';
import type { Failure } from './failure.ts';
import { withLearnedFacts } from '../normalize/with-learned-facts.ts';
import { omitMedia } from './media.ts';
import { redactedOutlineOf } from './skeleton.ts';
import { smallerWindow, withinMinute } from './smaller-window.ts';
import { contradicts, formOf, withThinkingForm } from '../normalize/thinking-form.ts';

/** What was refused, and what it was compiled from. */
export interface RefusedRequest {
  history: readonly HistoryMessage[];
  overlays: readonly Overlay[];
  target: Target;
  request: NormalizedRequest;
  report: Pick<CompileReport, 'tokens'>;
  /** The body as it was sent; vendors name places in it. */
  body?: unknown;
}

/** One way to make a request stricter. Returns nothing when it does not apply or was already used. */
type Rung = (failure: Failure, refused: RefusedRequest) => Decision[];

/**
 * The repairs to try for each kind of failure, mildest first (vendor-rules 7). A kind that is missing here has no
 * repair: the vendor's message is shown.
 */
const LADDERS: Partial<Record<ErrorKind, readonly Rung[]>> = {
  invalid_signature: [newestState, stripState],
  prefix_binding: [stripState],
  thinking_modified: [stripState, thinkingOffHere],
  thinking_disabled_violation: [stripState],
  thinking_block_order: [echoReasoning, thinkingOffHere, withoutThinking],
  missing_thought_signature: [stripState, flattenCalls],
  prefill_unsupported: [rebuild],
  tool_result_missing: [rebuild],
  orphan_tool_result: [rebuild],
  tool_pairing: [rebuild, systemAsMessage],
  empty_content: [withoutEmptyText, stripState, rebuild],
  unavailable_tool: [flattenUnofferedCalls],
  invalid_tool_schema: [withoutServerTools, simplerSchemas, quarantineTool, withoutTools],
  unsupported_parameter: [
    withoutServerTools,
    omitBlocks,
    toolless,
    otherSwitch,
    systemAsMessage,
    otherThinking,
    thinkless,
    reasoningWithTools,
    unstreamed,
    omitField,
  ],
  invalid_parameter: [
    withoutServerTools,
    omitBlocks,
    shorterAnswer,
    omitMedia,
    otherThinking,
    smallerThinking,
    omitField,
  ],
  context_overflow: [withinMinute, smallerWindow, omitMedia],
  billing: [affordedAnswer],
  unknown: [signaturesWithoutWords],
};

/**
 * Returns the overlays that make the next compile of the same history stricter. Empty when there is nothing left to
 * try. Pure. Earlier repairs are never undone: a decision only adds overlays, each at most once.
 */
export function decideRepairs(failure: Failure, given: RefusedRequest): Decision[] {
  const overlays = overlaysFor(given.overlays, given.target);
  const { target } = withLearnedFacts(given.target, overlays, SplitList.of(given.history), placesIn(given.history));
  const refused = { ...given, overlays, target };
  const existing = new Set(refused.overlays.map(identity));
  for (const rung of LADDERS[failure.kind] ?? []) {
    const decisions = rung(failure, refused).filter((decision) => !existing.has(identity(decision)));
    if (decisions.length > 0) return decisions.map((decision) => ({ ...decision, reason: shorten(failure.reason) }));
  }
  return [];
}

function identity({ kind, target, data }: Omit<Decision, 'reason'>): string {
  return JSON.stringify([kind, target.message, target.part ?? null, data ?? null]);
}

const MAX_REASON_LENGTH = 2_000;

function shorten(reason: string): string {
  return reason.length <= MAX_REASON_LENGTH ? reason : `${reason.slice(0, MAX_REASON_LENGTH).toWellFormed()}…`;
}

/** R16: the reasoning of two answers is refused, that of one isn't. */
function newestState({ reason }: Failure, refused: RefusedRequest): Decision[] {
  return /conflicting authenticated continuation/i.test(reason) ? switched(refused, 'newestReasoning', true) : [];
}

/** Omits all opaque reasoning of this vendor through the newest answer, item ids included (A25, R2, R3, G12). */
function stripState(_failure: Failure, { history, overlays, target }: RefusedRequest): Decision[] {
  const newest = history.findLastIndex(({ role }) => role === 'assistant');
  if (newest < 0 || stripThrough(placesIn(history), overlays, target.vendor) >= newest) return [];
  return [about(STRIP_STATE, named(history, newest), { vendor: target.vendor })];
}

/** All that Google says about a thought signature that is missing in a long history (G9). */
function signaturesWithoutWords(failure: Failure, refused: RefusedRequest): Decision[] {
  const isIt =
    refused.target.model.protocol === 'gemini' && /request contains an invalid argument/i.test(failure.reason);
  return isIt ? stripState(failure, refused) : [];
}

/** Strict pairing: calls and results so far become text, and everything attached to them is dropped (R1, R2, R6). */
function rebuild(failure: Failure, refused: RefusedRequest): Decision[] {
  return [...stripState(failure, refused), ...flattenCalls(failure, refused)];
}

function flattenCalls(_failure: Failure, { history, overlays, target, request }: RefusedRequest): Decision[] {
  const newest = history.findLastIndex(({ parts }) =>
    parts.some(({ type }) => type === 'tool_call' || type === 'tool_result'),
  );
  if (newest < 0 || lastTargeted(placesIn(history), overlays, FLATTEN_CALLS) >= newest) return [];
  return [about(FLATTEN_CALLS, named(history, newest), { ...service(target), sent: redactedOutlineOf(request) })];
}

/** The history shows a tool that is no longer offered, and the model calls it (Q2). */
function flattenUnofferedCalls(failure: Failure, refused: RefusedRequest): Decision[] {
  const { request } = refused;
  const isOffered = failure.toolName === undefined || request.tools.some(({ name }) => name === failure.toolName);
  return isOffered ? [] : flattenCalls(failure, refused);
}

/**
 * The server wants the reasoning of earlier answers back in a field that its dialect does not know (D1, F1), or as a
 * block (A39).
 */
function echoReasoning(failure: Failure, refused: RefusedRequest): Decision[] {
  const { target } = refused;
  if (!WANTS_BACK[target.model.protocol]?.test(failure.reason)) return [];
  const isRefused = target.learned?.omit.some((path) => path.endsWith('.reasoning_content')) ?? false;
  if (dialectFor(target).reasoningRequired || isRefused) return [];
  return switched(refused, 'reasoningField', 'reasoning_content');
}

const WANTS_BACK: Partial<Record<Protocol, RegExp>> = {
  'openai-chat': /reasoning_content/,
  anthropic: /must be passed back|reasoning_content is missing/,
};

/** Until the next user message: the open loop has no block to begin with (A19). */
function thinkingOffHere(_failure: Failure, { history, target, request }: RefusedRequest): Decision[] {
  if (request.thinking === 'off' || history.length === 0) return [];
  return [about(THINKING_OFF, named(history, history.length - 1), service(target))];
}

/** A block that the vendor does not take back. Its text is not lost, and other vendors never saw it (A13). */
function omitBlocks(failure: Failure, refused: RefusedRequest): Decision[] {
  const { block = '' } = failure;
  const { target, request, body } = refused;
  const omitted = (kind: string) => about(OMIT_BLOCK, null, { ...model(target), block: kind });
  if (isThinkingTag(block)) return [omitted('thinking')];
  if (isMediaTag(block)) return omitMedia(failure, refused);
  return blocksToOmit(failure, request, messagesOf(body)).map(omitted);
}

/**
 * A27, A30, G14, O8: the error names the form that the model accepts. Thinking is off for a model that refuses both.
 */
function otherThinking(failure: Failure, refused: RefusedRequest): Decision[] {
  const { thinking: form } = failure;
  const { target, overlays } = refused;
  if (!form || withThinkingForm(target.model.thinking, form) === target.model.thinking) return [];
  const isTurned = overlays.some(({ kind, data }) => kind === THINKING_FORM && contradicts(formOf(data), form));
  return isTurned ? withoutThinking(failure, refused) : [about(THINKING_FORM, null, { ...model(target), ...form })];
}

/** Switches thinking off and asks for it in neither form, permanently, because it is a property of the model. */
function withoutThinking(_failure: Failure, { target }: RefusedRequest): Decision[] {
  const fields = thinkingFields(target.model.protocol).map((field) =>
    about(OMIT_FIELD, null, { ...model(target), field }),
  );
  return [about(THINKING_OFF, null, { ...model(target), fact: true }), ...fields];
}

const isThinkingField = (name: string): boolean =>
  /^(thinking|reasoning|reasoning_effort|output_config|effort|budget_tokens|generation_?config\.thinking)/i.test(name);

/** L2, A27: this model does not accept such thinking. A single unsupported field is omitted on its own. */
function thinkless({ parameter, reason }: Failure, refused: RefusedRequest): Decision[] {
  if (parameter === undefined || !isThinkingField(parameter)) return [];
  const unsupported = parameter === 'thinking' || /^thinking\.type\.(enabled|adaptive)$/.test(parameter);
  if (unsupported && !/extra inputs/i.test(reason)) return withoutThinking({ kind: 'unknown', reason }, refused);
  return parameter.startsWith('thinking.type')
    ? [about(OMIT_FIELD, null, { ...model(refused.target), field: 'thinking' })]
    : [];
}

/** O9: thinking gives way to the tools, because the user can see that it is missing. */
function reasoningWithTools(failure: Failure, refused: RefusedRequest): Decision[] {
  const { target, request } = refused;
  if (!/function tools with reasoning_effort|tool_choice forces/i.test(failure.reason)) return [];
  if (request.thinking !== 'off') return [about(THINKING_OFF, null, model(target))];
  return request.tools.length > 0 ? [about(NO_TOOLS, null, model(target)), ...boundState(failure, refused)] : [];
}

/** A28: the budget does not fit, or may not be zero (G14). */
function smallerThinking(failure: Failure, refused: RefusedRequest): Decision[] {
  const { parameter = '' } = failure;
  if (parameter === 'effort' || /temperature|top_[kp]/.test(parameter)) return [];
  if (!/thinking|budget/i.test(failure.reason)) return [];
  return refused.request.thinking === 'off' ? withoutThinking(failure, refused) : thinkingOffHere(failure, refused);
}

/** L1: a model without tools; the history shows them as text. */
function toolless(failure: Failure, refused: RefusedRequest): Decision[] {
  const { target } = refused;
  if (!/^(body\.)?tools$/.test(failure.parameter ?? '') || !target.model.tools) return [];
  return [about(NO_TOOLS, null, { ...model(target), fact: true }), ...boundState(failure, refused)];
}

/** Another tool list is another prefix, and a closed loop asks again for thinking that was omitted in it (A24, A19). */
function boundState(failure: Failure, refused: RefusedRequest): Decision[] {
  return refused.target.model.protocol === 'anthropic' ? stripState(failure, refused) : [];
}

/** W9: the error names one of the tools that the vendor was to run. The conversation goes on without them. */
function withoutServerTools({ toolIndex, reason }: Failure, { target, request }: RefusedRequest): Decision[] {
  const declared = request.serverTools?.tools ?? [];
  const isAfter = toolIndex !== undefined && toolIndex >= request.tools.length;
  const isNamed = declared.flatMap(namesOf).some((name) => reason.includes(name)) || OWN_TOOLS.test(reason);
  return declared.length > 0 && (isAfter || isNamed) ? [about(NO_SERVER_TOOLS, null, model(target))] : [];
}

/** Google's words for its tools. */
const OWN_TOOLS = /code execution is not enabled|tool use with function calling is unsupported/i;

/** A type with its version, or the only field of a tool of Google's. */
function namesOf(tool: Readonly<Record<string, unknown>>): string[] {
  const { type } = tool;
  return typeof type === 'string' ? [type] : Object.keys(tool);
}

/** No single tool can be blamed for the refused tool list: the conversation continues without tools. */
function withoutTools(failure: Failure, refused: RefusedRequest): Decision[] {
  if (refused.request.tools.length === 0) return [];
  return [about(NO_TOOLS, null, service(refused.target)), ...boundState(failure, refused)];
}

/** Z6: the refusal names no tool, and the next one may be as bad. So may be those that a gateway passes on to Google (Z9). */
function simplerSchemas({ reason }: Failure, refused: RefusedRequest): Decision[] {
  if (refused.target.model.protocol === 'gemini') return [];
  if (/parse grammar|parsing grammar|json schema conversion failed/i.test(reason))
    return switched(refused, 'grammarOfTools', true);
  const isOfGoogle = /\bfunction_?declarations?\b/i.test(reason) && !/invalid function name/i.test(reason);
  return isOfGoogle ? switched(refused, 'openApiTools', true) : [];
}

/** A16, G7, O5: one bad tool must not break the conversation. */
function quarantineTool({ toolName, toolIndex }: Failure, { target, request }: RefusedRequest): Decision[] {
  const offered = request.tools.map(({ name }) => name);
  const wire = toolName !== undefined && offered.includes(toolName) ? toolName : offered[toolIndex ?? -1];
  if (wire === undefined) return [];
  return [about(QUARANTINE_TOOL, null, { ...service(target), tool: request.toolNames.get(wire) ?? wire })];
}

/** O7, O8, Q1, C1: the same request expressed in another way. */
function otherSwitch({ parameter, instead, reason }: Failure, refused: RefusedRequest): Decision[] {
  const { target } = refused;
  if (target.model.protocol !== 'openai-chat' || parameter === undefined) return [];
  const { chat } = dialectFor(target);
  if (parameter === 'developer' && chat.systemRole === 'developer') return switched(refused, 'systemRole', 'system');
  if (parameter === chat.maxTokensField) {
    const other = parameter === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens';
    return (instead ?? other) === other ? switched(refused, 'maxTokensField', other) : [];
  }
  const ofMessage = parameter.includes('.') || /messages/.test(reason);
  return ofMessage && parameter.split('.').at(-1) === chat.reasoningField
    ? switched(refused, 'reasoningField', null)
    : [];
}

/** O6: the text of an answer that only calls tools is left out instead of empty. */
function withoutEmptyText(_failure: Failure, refused: RefusedRequest): Decision[] {
  const { target, request } = refused;
  if (target.model.protocol !== 'openai-chat' || dialectFor(target).chat.callOnlyContent === 'omit') return [];
  const isSent = request.messages.some(
    ({ role, parts }) => role === 'assistant' && parts.every(({ type }) => type !== 'text' && type !== 'refusal'),
  );
  return isSent ? switched(refused, 'callOnlyContent', 'omit') : [];
}

/** O7: the model's template has no system message. Some only say that roles must alternate. */
function systemAsMessage({ parameter, reason }: Failure, refused: RefusedRequest): Decision[] {
  const { target, request } = refused;
  if (target.model.protocol !== 'openai-chat' || !request.system) return [];
  const isRefused = parameter === 'messages[0].role' || /(?<!optional system.*)roles must alternate/is.test(reason);
  return isRefused ? switched(refused, 'systemRole', 'user') : [];
}

/** R15: the whole answer at once. Every answer is read in both forms. */
function unstreamed({ parameter }: Failure, { target }: RefusedRequest): Decision[] {
  if (parameter !== 'stream' || !target.model.protocol.startsWith('openai-')) return [];
  return [about(OMIT_FIELD, null, { ...model(target), field: 'stream' })];
}

function omitField({ parameter }: Failure, { target }: RefusedRequest): Decision[] {
  const field = parameter === undefined ? null : fieldPath(parameter, target.model.protocol);
  return field === null ? [] : [about(OMIT_FIELD, null, { ...model(target), field })];
}

function shorterAnswer({ maxOutput }: Failure, { target, request }: RefusedRequest): Decision[] {
  if (maxOutput === undefined || !(maxOutput >= 1 && maxOutput < request.maxOutputTokens)) return [];
  return [about(MODEL_OUTPUT, null, { ...model(target), tokens: maxOutput })];
}

/** An answer of fewer tokens is cut off before it says anything. */
const LEAST_ANSWER = 256;

/** P6: as long an answer as the account can pay for. Only now: it may be topped up before the next question. */
function affordedAnswer({ maxOutput }: Failure, { history, target, request }: RefusedRequest): Decision[] {
  if (maxOutput === undefined || maxOutput < LEAST_ANSWER || maxOutput >= request.maxOutputTokens) return [];
  return [about(MODEL_OUTPUT, named(history, history.length - 1), { ...model(target), tokens: maxOutput })];
}

/** Values after which there is no other: without the field, and without a system message. */
const LAST: ReadonlySet<unknown> = new Set([null, 'user']);

/** Each switch is turned at most once, and then to its last value. */
function switched({ overlays, target }: RefusedRequest, name: string, value: unknown): Decision[] {
  const isTurned = overlays.some(({ kind, data }) => kind === CHAT_SWITCH && readData(data, 'switch') === name);
  return isTurned && !LAST.has(value) ? [] : [about(CHAT_SWITCH, null, { ...model(target), switch: name, value })];
}
