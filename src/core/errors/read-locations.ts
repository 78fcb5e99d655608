import type { ErrorFacts } from './read-facts.ts';
import { readThinkingForm, type ThinkingForm } from './read-thinking-form.ts';

/** What an error text names, in the vendor's own terms. */
export interface ErrorLocations {
  /** Index in the wire body's own message list. */
  messageIndex?: number;
  /** Index in the content of that message. */
  blockIndex?: number;
  /** The type of a refused block, as it was sent. */
  block?: string;
  toolName?: string;
  /** Index in the wire body's own tool list. */
  toolIndex?: number;
  /** A field of the body, as the vendor calls it, such as `stream_options` or `thinking.type.enabled`. */
  parameter?: string;
  /** The field it wants instead. */
  instead?: string;
  /** The form of thinking that it accepts. */
  thinking?: ThinkingForm;
}

/** How servers name an unknown kind of block (Messages, Responses, Gemini, servers written in Rust). */
const BLOCKS: readonly RegExp[] = [
  /input tag '([^']{1,80})' found using 'type'/i,
  /invalid value:? '([^']{1,80})'\. supported values/i,
  /unknown name "([^"]{1,80})" at 'contents\[\d+\]\.parts\[\d+\]'/i,
  /unknown variant '?([\w.-]{1,80})'?, expected/i,
];

const TOOL_NAMES: readonly RegExp[] = [
  /attempted to call tool '([^']+)'/i,
  /parameters for tool (\S+) did not match/i,
  /invalid schema for function '([^']+)'/i,
  /because (\S+) functionDeclaration/i,
  /function call (?:default_api:)?([\w.-]+), position/i,
  /(?:no such tool|unknown tool|unavailable tool):? ['"]?([\w./-]+)/i,
  /tool names are not allowed to be \[([\w.-]+)/i,
];

/** Most specific first; the first group is the field. A row with `is` names the field itself. */
const PARAMETERS: readonly { text: RegExp; is?: string }[] = [
  { text: /does not support thinking/i, is: 'thinking' },
  {
    text: /(?:does not|doesn't) support (?:tools|function calling|tool call)|(?:function|tool) call(?:s|ing)? (?:is|are) not supported|tools is not supported|unsupported param: tools|found that support tool use|--enable-auto-tool-choice|tools param requires|function calling is not enabled/i,
    is: 'tools',
  },
  { text: /must be verified to generate reasoning summaries/i, is: 'reasoning.summary' },
  {
    text: /must be verified to stream|does not support streaming|streaming is not supported|tool use in streaming mode/i,
    is: 'stream',
  },
  { text: /function tools with reasoning_effort|set reasoning_effort to 'none'/i, is: 'reasoning_effort' },
  { text: /"?(thinking\.type\.\w+)"? is not supported/i },
  { text: /adaptive thinking is not supported|input tag 'adaptive'/i, is: 'thinking.type.adaptive' },
  { text: /input tag 'enabled'/i, is: 'thinking.type.enabled' },
  { text: /input tag 'disabled'/i, is: 'thinking.type.disabled' },
  { text: /thinking may not be enabled when tool_choice/i, is: 'tool_choice' },
  { text: /encrypted content is not supported/i, is: 'include' },
  {
    text: /(?:role|variant|value:?) ['"]?developer\b|'developer' is not one of|got 'developer'|developer['"]? role/i,
    is: 'developer',
  },
  {
    text: /system role (?:is )?not supported|only user and assistant roles are supported(?!, with)|developer instruction is not enabled|invalid message role: system|doesn't support system messages/i,
    is: 'messages[0].role',
  },
  { text: /unknown name "([^"]{1,80})" at '([^']{1,120})'/i },
  {
    text: /value:? '?(?:none|minimal|low|medium|high|xhigh|max)'?(?: is not supported with .{1,80})?\. supported values/i,
    is: 'effort',
  },
  { text: /please remove the (reasoning_content)/i },
  { text: /(?:unsupported|unknown|unrecognized|invalid) parameter:? '([\w.[\]-]{1,120})'/i },
  { text: /unsupported parameter: (\w{1,60})/i },
  { text: /#: extraneous key \[(\w{1,60})\] is not permitted/i },
  { text: /argument not supported(?: on this model)?: (\w{1,60})/i },
  { text: /(?:does not|doesn't|don't) support parameters: \['(\w{1,60})'/i },
  { text: /(?:does not|doesn't|don't) support (\w{1,60})=/i },
  { text: /unsupported value: '([\w.[\]-]{1,120})' does not support/i },
  { text: /unrecognized key(?:\(s\)|s)? in object: '([\w.[\]-]{1,120})'/i },
  { text: /property '([\w.[\]-]{1,120})' is unsupported/i },
  { text: /(?:unrecognized request arguments?(?: supplied)?|unexpected keyword argument):? '?([\w.[\]-]{1,120})/i },
  { text: /extra inputs are not permitted, field: '([\w.[\]-]{1,120})'/i },
  { text: /([\w.[\]-]{1,120}): extra inputs are not permitted/i },
  { text: /\b([a-z]+_\w{1,60})'? (?:is not supported (?:with|by|for|on) this|must be one of|cannot both be)/i },
  { text: /`?\b(\w{1,60})`? (?:is deprecated for this model|cannot both be specified)/i },
  { text: /does not support parameter (\w{1,60})/i },
  { text: /invalid (\w{1,60}): only [\d.]+ is allowed/i },
  // Servers written in Python: their list of errors as text, and NVIDIA's (garak#748, 2024-06).
  { text: /['"]loc['"]: ?[([]['"]body['"], ?['"](\w{1,60})['"][)\]]/i },
  { text: /\bbody -> (\w{1,60})\s+extra inputs/i },
  { text: /(tool_choice): type/i },
  { text: /\b(temperature|top_[kp]) (?:may only|must be|.{0,60}thinking is enabled)/i },
  { text: /\b(budget_tokens)\b/i },
  { text: /\b(cache_control) may be provided/i },
];

const INSTEAD = /use '(\w+)' instead/i;

export function readLocations({ text, original }: ErrorFacts): ErrorLocations {
  const message = /(?:messages|contents|input)(?:\.|\[)(\d{1,15})(?!\d)/.exec(text)?.[1];
  const place = /(?:messages|contents)(?:\.|\[)\d{1,15}\]?\.(?:content|parts)(?:\.|\[)(\d{1,15})(?!\d)/.exec(text)?.[1];
  const block = firstGroup(BLOCKS, original);
  const thinking = readThinkingForm(original);
  const tool =
    /function_declarations[.[](\d{1,15})(?!\d)/.exec(text)?.[1] ??
    /\btools(?:\.|\[|\/)(\d{1,15})(?!\d)/.exec(text)?.[1];
  const name = firstGroup(TOOL_NAMES, original);
  const parameter = readParameter(original);
  const instead = parameter === undefined ? undefined : INSTEAD.exec(original)?.[1];
  return {
    ...(message !== undefined && { messageIndex: Number(message) }),
    ...(place !== undefined && { blockIndex: Number(place) }),
    ...(block !== undefined && { block }),
    ...(thinking !== null && { thinking }),
    ...(tool !== undefined && { toolIndex: Number(tool) }),
    ...(name !== undefined && { toolName: name }),
    ...(parameter !== undefined && { parameter }),
    ...(instead !== undefined && { instead }),
  };
}

/** xAI spells the fields of its bodies in another case. */
const snakeCase = (name: string | undefined): string | undefined =>
  name?.replace(/^[a-z]+[A-Z]\w*$/, (whole) => whole.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));

function readParameter(message: string): string | undefined {
  for (const { text, is } of PARAMETERS) {
    const match = text.exec(message);
    if (!match) continue;
    if (is !== undefined) return is;
    // Google names the object and its field separately.
    return match[2] === undefined ? snakeCase(match[1]) : `${match[2]}.${match[1]}`;
  }
  return undefined;
}

function firstGroup(patterns: readonly RegExp[], message: string): string | undefined {
  for (const pattern of patterns) {
    const found = pattern.exec(message)?.[1];
    if (found !== undefined) return found;
  }
  return undefined;
}
