import { badRequest, type Failure } from '../base/failure.ts';
import { canonical, isObject, type Json, objects, text } from '../base/json.ts';
import { firstOf, type Rule } from '../rules/rule.ts';
import type { GeminiSubject } from './subject.ts';

const unknownName = (name: string, path: string): Failure =>
  badRequest(
    `Invalid JSON payload received. Unknown name "${name}"${path === '' ? '' : ` at '${path}'`}: Cannot find field.`,
  );

const strayOf = (value: Json, known: ReadonlySet<string>, path: string): Failure | null => {
  const stray = Object.keys(value).find((name) => !known.has(name));
  return stray === undefined ? null : unknownName(stray, path);
};

const BODY: ReadonlySet<string> = new Set([
  'model',
  'contents',
  'systemInstruction',
  'tools',
  'toolConfig',
  'generationConfig',
  'safetySettings',
  'cachedContent',
  'labels',
  'store',
  'serviceTier',
]);
const CONTENT: ReadonlySet<string> = new Set(['role', 'parts']);
const PART: ReadonlySet<string> = new Set([
  'text',
  'thought',
  'thoughtSignature',
  'inlineData',
  'fileData',
  'functionCall',
  'functionResponse',
  'executableCode',
  'codeExecutionResult',
  'videoMetadata',
  'mediaResolution',
  'partMetadata',
  'toolCall',
  'toolResponse',
]);
const CALL: ReadonlySet<string> = new Set(['id', 'name', 'args', 'willContinue', 'partialArgs']);
const RESPONSE: ReadonlySet<string> = new Set(['id', 'name', 'response', 'willContinue', 'scheduling', 'parts']);

/** The data fields of a part; a part without any of them is refused (G5). */
const DATA = [
  'text',
  'inlineData',
  'fileData',
  'functionCall',
  'functionResponse',
  'executableCode',
  'codeExecutionResult',
  'toolCall',
  'toolResponse',
] as const;

function checkContent(content: unknown, index: number): Failure | null {
  const path = `contents[${index}]`;
  if (!isObject(content))
    return badRequest(
      `Invalid value at '${path}' (type.googleapis.com/google.ai.generativelanguage.v1beta.Content), ${canonical(content)}`,
    );
  const stray = strayOf(content, CONTENT, path);
  if (stray) return stray;
  if (content.role !== 'user' && content.role !== 'model' && content.role !== 'function' && content.role !== undefined)
    return badRequest('Please use a valid role: user, model.');
  const parts = objects(content.parts);
  if (parts.length === 0)
    return badRequest(`* GenerateContentRequest.${path}.parts: contents.parts must not be empty.`);
  return firstOf(parts, (part, at) => checkPart(part, `${path}.parts[${at}]`));
}

function checkPart(part: Json, path: string): Failure | null {
  const stray = strayOf(part, PART, path);
  if (stray) return stray;
  if (!DATA.some((name) => part[name] !== undefined && part[name] !== null))
    return badRequest(
      `* GenerateContentRequest.${path}.data: required oneof field 'data' must have one initialized field`,
    );
  if (part.text === '' && typeof part.thoughtSignature !== 'string')
    return badRequest(
      'Unable to submit request because it has an empty text parameter. Add a value to the parameter and try again.',
    );
  const call = isObject(part.functionCall) ? part.functionCall : null;
  if (call) return strayOf(call, CALL, `${path}.function_call`) ?? checkStruct(call.args, `${path}.function_call.args`);
  const response = isObject(part.functionResponse) ? part.functionResponse : null;
  return response
    ? (strayOf(response, RESPONSE, `${path}.function_response`) ??
        checkStruct(response.response, `${path}.function_response.response`))
    : null;
}

function checkStruct(value: unknown, path: string): Failure | null {
  return value === undefined || value === null || isObject(value)
    ? null
    : badRequest(`Invalid value at '${path}' (type.googleapis.com/google.protobuf.Struct), ${canonical(value)}`);
}

const NOT_BYTES = /[^A-Za-z0-9+/_=-]|=[^=]|={3}/;

/** A signature must be base64 bytes, wherever it is (G12). */
function checkBytes({ contents }: GeminiSubject): Failure | null {
  return firstOf(contents, ({ parts }, index) =>
    firstOf(parts, (part, at) => {
      const signature = part.thoughtSignature;
      if (signature === undefined || signature === null) return null;
      return typeof signature === 'string' && !NOT_BYTES.test(signature)
        ? null
        : badRequest(
            `Invalid value at 'contents[${index}].parts[${at}].thought_signature' (TYPE_BYTES), Base64 decoding failed for ${canonical(signature)}`,
          );
    }),
  );
}

const LARGEST_BODY = 20 * 1024 * 1024;

export const tooLarge = (raw: string): Failure | null =>
  raw.length > LARGEST_BODY ? badRequest(`Request payload size exceeds the limit: ${LARGEST_BODY} bytes.`) : null;

export const GEMINI_SHAPE_RULES: readonly Rule<GeminiSubject>[] = [
  { id: 'fields', check: ({ body }) => strayOf(body, BODY, '') },
  {
    id: 'G1',
    check: ({ body }) =>
      objects(body.contents).length === 0
        ? badRequest('* GenerateContentRequest.contents: contents is not specified')
        : null,
  },
  {
    id: 'G5',
    check: ({ body }) =>
      firstOf(Array.isArray(body.contents) ? body.contents : [], (content: unknown, index) =>
        checkContent(content, index),
      ),
  },
  {
    id: 'system',
    check: ({ body }) => {
      const parts = isObject(body.systemInstruction) ? objects(body.systemInstruction.parts) : null;
      if (parts === null) return null;
      return parts.every((part) => text(part.text) === '')
        ? badRequest('* GenerateContentRequest.system_instruction.parts: contents.parts must not be empty.')
        : null;
    },
  },
  { id: 'G12-bytes', check: checkBytes },
];
