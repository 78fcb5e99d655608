import { badRequest, type Failure } from '../base/failure.ts';
import { isObject, type Json, objects, text } from '../base/json.ts';
import { checkFunctionSchema } from '../rules/openai-schema.ts';
import {
  emptyArray,
  invalidValue,
  longArray,
  longString,
  missingParameter,
  wrongPattern,
} from '../rules/openai-words.ts';
import { firstOf, type Rule } from '../rules/rule.ts';
import { callsOf, type ChatSubject, functionOf, resultsAfter, toolsOf } from './subject.ts';

const NAME = '^[a-zA-Z0-9_-]+$';
const MAX_NAME_LENGTH = 64;
const MAX_TOOLS = 128;
const MAX_CALLS = 128;

function checkName(name: string, path: string): Failure | null {
  if (name.length > MAX_NAME_LENGTH) return longString(path, MAX_NAME_LENGTH, name.length);
  return new RegExp(NAME).test(name) ? null : wrongPattern(path, NAME);
}

const OWN_FIELDS = new Set(['type', 'parameters']);

function checkTools({ body, dialect }: ChatSubject): Failure | null {
  if (body.tools === undefined || body.tools === null) return null;
  const tools = objects(body.tools);
  if (tools.length === 0) return emptyArray('tools');
  if (tools.length > MAX_TOOLS) return longArray('tools', MAX_TOOLS, tools.length);
  return firstOf(tools, (tool, index) => {
    const path = `tools[${index}]`;
    if (dialect.ownTools?.has(text(tool.type))) {
      const stray = Object.keys(tool).find((name) => !OWN_FIELDS.has(name));
      return stray === undefined ? null : badRequest(`Unrecognized key(s) in object: '${path}.${stray}'`);
    }
    if (tool.type !== 'function') return invalidValue(`${path}.type`, text(tool.type), ['function', 'custom']);
    if (!isObject(tool.function)) return missingParameter(`${path}.function`);
    if (typeof tool.function.name !== 'string') return missingParameter(`${path}.function.name`);
    return (
      checkName(tool.function.name, `${path}.function.name`) ??
      checkFunctionSchema(tool.function, `${path}.function.parameters`)
    );
  });
}

function checkChoice({ body }: ChatSubject): Failure | null {
  const choice = body.tool_choice;
  if (choice === undefined || choice === null) return null;
  if (toolsOf(body).length === 0)
    return badRequest("'tool_choice' is only allowed when 'tools' are specified.", { param: 'tool_choice' });
  if (!isObject(choice)) return null;
  const name = text(functionOf(choice).name);
  return toolsOf(body).some((tool) => tool.name === name)
    ? null
    : badRequest(`Tool choice '${name}' not found in 'tools' parameter.`, { param: 'tool_choice' });
}

function checkIds({ messages, dialect }: ChatSubject): Failure | null {
  const most = dialect.longestCallId;
  return firstOf(messages, (message, index) =>
    firstOf(callsOf(message), (call, at) => {
      const id = text(call.id);
      const path = `messages[${index}].tool_calls[${at}]`;
      if (most !== null && id.length > most) return longString(`${path}.id`, most, id.length);
      return checkName(text(functionOf(call).name), `${path}.function.name`);
    }),
  );
}

function checkCount({ messages }: ChatSubject): Failure | null {
  return firstOf(messages, (message, index) => {
    const { length } = callsOf(message);
    return length > MAX_CALLS ? longArray(`messages[${index}].tool_calls`, MAX_CALLS, length) : null;
  });
}

const unanswered = (missing: readonly string[], index: number, suffix: string): Failure =>
  badRequest(
    `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. ${suffix === '' ? `The following tool_call_ids did not have response messages: ${missing.join(', ')}` : suffix}`,
    { param: `messages.[${index}].role` },
  );

function checkAnswered({ messages, dialect }: ChatSubject): Failure | null {
  return firstOf(messages, (message, index) => {
    const ids = callsOf(message).map((call) => text(call.id));
    if (ids.length === 0) return null;
    const results = resultsAfter(messages, index).map((result) => text(result.tool_call_id));
    const missing = ids.filter((id) => !results.includes(id));
    return missing.length === 0 ? null : unanswered(missing, index + 1 + results.length, dialect.unansweredSuffix);
  });
}

/** The message that the results at `index` answer, if it comes directly before them. */
function callerOf(messages: readonly Json[], index: number): Json | undefined {
  return messages.findLast((message, at) => at < index && message.role !== 'tool');
}

function checkExpected({ messages }: ChatSubject): Failure | null {
  let seen = new Set<string>();
  return firstOf(messages, (message, index) => {
    if (message.role !== 'tool') {
      seen = new Set();
      return null;
    }
    const caller = callerOf(messages, index);
    if (!caller || callsOf(caller).length === 0)
      return badRequest("messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.", {
        param: `messages.[${index}].role`,
      });
    if (typeof message.tool_call_id !== 'string') return missingParameter(`messages[${index}].tool_call_id`);
    const id = message.tool_call_id;
    if (!callsOf(caller).some((call) => call.id === id))
      return badRequest(`Invalid parameter: 'tool_call_id' of '${id}' not found in 'tool_calls' of previous message.`, {
        param: `messages.[${index}].tool_call_id`,
      });
    if (seen.has(id))
      return badRequest(`Duplicate value for 'tool_call_id' of '${id}' in message[${index}].`, {
        param: `messages.[${index}].tool_call_id`,
      });
    seen.add(id);
    return null;
  });
}

export const CHAT_TOOL_RULES: readonly Rule<ChatSubject>[] = [
  { id: 'O5', check: checkTools },
  { id: 'tool-choice', check: checkChoice },
  { id: 'O12', check: checkCount },
  { id: 'O4', check: checkIds },
];

export const CHAT_PAIRING_RULES: readonly Rule<ChatSubject>[] = [
  { id: 'O2', check: checkExpected },
  { id: 'O1', check: checkAnswered },
];
