import { isStandardBase64 } from '../base64.ts';
import { type CommonView, readStrings, repeated, schemaHas } from './common-rules.ts';
import { isFilled, type Json, object, objects, text } from './json.ts';
import type { WireRule } from './rule.ts';
import { isObject } from '../json.ts';

interface Content {
  path: string;
  role: unknown;
  parts: Json[];
  calls: Json[];
  responses: Json[];
}

export interface GeminiView extends CommonView {
  contents: Content[];
}

export function viewGemini(body: Json): GeminiView {
  const contents = objects(body.contents).map(({ role, parts }, index): Content => {
    const list = objects(parts);
    return {
      path: `contents.${index}`,
      role,
      parts: list,
      calls: list.flatMap((part) => (isObject(part.functionCall) ? [part.functionCall] : [])),
      responses: list.flatMap((part) => (isObject(part.functionResponse) ? [part.functionResponse] : [])),
    };
  });
  return {
    body,
    strings: readStrings(body),
    contents,
    tools: objects(body.tools).flatMap((tool, index) =>
      objects(tool.functionDeclarations).map((declaration, at) => ({
        path: `tools.${index}.functionDeclarations.${at}`,
        name: declaration.name,
        schema: declaration.parametersJsonSchema ?? { type: 'object', ...object(declaration.parameters) },
      })),
    ),
    calls: contents.flatMap(({ path, calls }) =>
      calls.map(({ id, name }, at) => ({ path: `${path}.calls.${at}`, id, name })),
    ),
    images: contents.flatMap(({ path, parts }) =>
      parts.flatMap((part) => {
        const { mimeType, data } = object(part.inlineData);
        const mime = text(mimeType);
        return mime.startsWith('image/') ? [{ path, mime, data: text(data) }] : [];
      }),
    ),
  };
}

const STAND_IN = new Set(['skip_thought_signature_validator', 'context_engineering_is_the_way_to_go']);
const OPENAPI_UNKNOWN = new Set([
  'additionalProperties',
  '$schema',
  'const',
  'propertyNames',
  '$defs',
  'definitions',
  '$ref',
  'patternProperties',
]);

/** vendor-rules section 4. */
export const GEMINI_RULES: readonly WireRule<GeminiView>[] = [
  {
    id: 'W9',
    message: 'tools that the vendor runs go with functions only where its calls are asked for, too',
    check: ({ body, contents }) => {
      const asked = object(body.toolConfig).includeServerSideToolInvocations === true;
      const invoked = contents.find(({ parts }) => parts.some((part) => 'toolCall' in part || 'toolResponse' in part));
      if (invoked && !asked) return [invoked.path];
      const tools = objects(body.tools);
      const own = tools.some((tool) => ['googleSearch', 'urlContext', 'codeExecution'].some((name) => name in tool));
      const functions = tools.some((tool) => objects(tool.functionDeclarations).length > 0);
      return own && functions && !asked ? ['tools'] : [];
    },
  },
  {
    id: 'G1',
    message: 'contents begin with the user, alternate user and model, and do not end on the model',
    check: ({ contents }) => {
      if (contents.length === 0) return ['contents'];
      const wrong = contents
        .filter(({ role }, index) => (role !== 'user' && role !== 'model') || (index === 0 && role !== 'user'))
        .map(({ path }) => path);
      return contents.at(-1)?.role === 'model' ? [...wrong, 'contents'] : wrong;
    },
  },
  {
    id: 'G2',
    message: 'a function call turn comes immediately after a user turn or after a function response turn',
    check: ({ contents }) =>
      contents
        .filter(({ role }, index) => role === 'model' && contents[index - 1]?.role !== 'user')
        .map(({ path }) => path),
  },
  {
    id: 'G3',
    message: 'a function response turn comes immediately after a function call turn',
    check: ({ contents }) =>
      contents
        .filter(({ responses }, index) => responses.length > 0 && (contents[index - 1]?.calls.length ?? 0) === 0)
        .map(({ path }) => path),
  },
  {
    id: 'G4',
    message: 'the number of function response parts equals the number of function call parts of the turn before',
    check: ({ contents }) =>
      contents
        .filter(({ calls }, index) => {
          const next = contents[index + 1];
          if (calls.length === 0) return false;
          return next?.responses.length !== calls.length || next.parts.length !== calls.length;
        })
        .map(({ path }) => path),
  },
  {
    id: 'G4n',
    message: 'responses follow the order and names of their calls, and their ids where ids are sent',
    check: ({ contents }, { dialect }) =>
      contents
        .filter(({ responses }, index) => {
          const calls = contents[index - 1]?.calls ?? [];
          return responses.some(
            (response, at) =>
              response.name !== calls[at]?.name || (dialect.sendCallIds && response.id !== calls[at]?.id),
          );
        })
        .map(({ path }) => path),
  },
  {
    id: 'G5',
    message: 'parts must not be empty',
    check: ({ contents }) =>
      contents.filter(({ parts }) => parts.length === 0 || parts.some(isEmptyPart)).map(({ path }) => path),
  },
  {
    id: 'G7',
    message: 'args and response are objects, parameters an OpenAPI subset',
    check: ({ body, contents }) => [
      ...contents
        .filter(({ calls, responses }) =>
          [...calls.map(({ args }) => args), ...responses.map(({ response }) => response)].some(
            (value) => !isObject(value),
          ),
        )
        .map(({ path }) => path),
      ...objects(body.tools).flatMap((tool) =>
        objects(tool.functionDeclarations).flatMap(({ parameters }, at) =>
          schemaHas(parameters, OPENAPI_UNKNOWN) ? [`tools.functionDeclarations.${at}.parameters`] : [],
        ),
      ),
    ],
  },
  {
    id: 'G9',
    message: 'function call is missing a thought_signature',
    check: ({ contents }, { dialect }) => {
      if (dialect.standInSignature === undefined) return [];
      const start = contents.findLastIndex(
        ({ role, parts }) => role === 'user' && parts.some((part) => part.functionResponse === undefined),
      );
      return contents
        .slice(start + 1)
        .filter(({ parts }) => {
          const first = parts.find((part) => part.functionCall !== undefined);
          return first !== undefined && text(first.thoughtSignature) === '';
        })
        .map(({ path }) => path);
    },
  },
  {
    id: 'G18',
    message: 'image part is missing a thought_signature',
    check: ({ contents }) =>
      contents
        .filter(
          ({ role, parts }) =>
            role === 'model' && parts.some((part) => isObject(part.inlineData) && text(part.thoughtSignature) === ''),
        )
        .map(({ path }) => path),
  },
  {
    id: 'G11',
    message: 'a stand-in signature only on the first call of a content',
    check: ({ contents }) =>
      contents
        .filter(({ parts }) =>
          parts
            .filter((part) => part.functionCall !== undefined)
            .some((part, at) => at > 0 && STAND_IN.has(text(part.thoughtSignature))),
        )
        .map(({ path }) => path),
  },
  {
    id: 'G12',
    message: 'a thought signature is base64',
    check: ({ contents }) =>
      contents
        .filter(({ parts }) =>
          parts.some(
            ({ thoughtSignature: value }) =>
              value !== undefined && !STAND_IN.has(text(value)) && !isStandardBase64(text(value)),
          ),
        )
        .map(({ path }) => path),
  },
  {
    id: 'G14',
    message: 'thinkingLevel from Gemini 3, thinkingBudget on 2.5, never both, and only what the model has',
    check: ({ body }, { target }) => {
      const config = object(body.generationConfig).thinkingConfig;
      if (!isObject(config)) return [];
      const { thinking } = target.model;
      const { thinkingLevel: level, thinkingBudget: budget } = config;
      const fits =
        (level === undefined ||
          (thinking.kind === 'gemini-level' && thinking.levels.includes(text(level).toLowerCase()))) &&
        (budget === undefined || (thinking.kind === 'gemini-budget' && isBudget(budget, thinking)));
      return fits ? [] : ['generationConfig.thinkingConfig'];
    },
  },
  {
    id: 'G17',
    message: 'thoughts are not sent back',
    check: ({ contents }) =>
      contents.filter(({ parts }) => parts.some((part) => part.thought === true)).map(({ path }) => path),
  },
  {
    id: 'G6',
    message: 'response ids are unique',
    check: ({ contents }, { dialect }) =>
      dialect.sendCallIds
        ? repeated(
            contents.flatMap(({ path, responses }) => responses.map(({ id }) => ({ path, id }))),
            ({ id }) => id,
          )
        : [],
  },
];

/** -1 leaves the budget to the model. 0 switches thinking off where possible. */
function isBudget(value: unknown, { off, min, max }: { off: boolean; min: number; max: number }): boolean {
  return typeof value === 'number' && (value === -1 || (value === 0 && off) || (value >= min && value <= max));
}

const CONTENT = [
  'functionCall',
  'functionResponse',
  'inlineData',
  'fileData',
  'executableCode',
  'codeExecutionResult',
  'toolCall',
  'toolResponse',
];

function isEmptyPart(part: Json): boolean {
  if (typeof part.text === 'string') return !isFilled(part.text) && text(part.thoughtSignature) === '';
  return !CONTENT.some((name) => isObject(part[name]));
}
