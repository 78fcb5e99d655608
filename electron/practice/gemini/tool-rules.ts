import { badRequest, type Failure } from '../base/failure.ts';
import { isObject, type Json, objects, text } from '../base/json.ts';
import { firstOf, type Rule } from '../rules/rule.ts';
import type { GeminiSubject } from './subject.ts';

const NAME = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/;

/** The part of JSON Schema that `parameters` supports (G7; the Schema message of v1beta). */
const SCHEMA: ReadonlySet<string> = new Set([
  'type',
  'format',
  'title',
  'description',
  'nullable',
  'enum',
  'maxItems',
  'minItems',
  'properties',
  'required',
  'minProperties',
  'maxProperties',
  'minLength',
  'maxLength',
  'pattern',
  'example',
  'anyOf',
  'propertyOrdering',
  'default',
  'items',
  'minimum',
  'maximum',
]);

const DECLARATION: ReadonlySet<string> = new Set([
  'name',
  'description',
  'parameters',
  'parametersJsonSchema',
  'response',
  'responseJsonSchema',
  'behavior',
]);

const unknown = (name: string, path: string): Failure =>
  badRequest(`Invalid JSON payload received. Unknown name "${name}" at '${path}': Cannot find field.`);

function checkSchema(schema: Json, path: string): Failure | null {
  const stray = Object.keys(schema).find((name) => !SCHEMA.has(name));
  if (stray !== undefined) return unknown(stray, path);
  if (Array.isArray(schema.type))
    return badRequest(
      `Invalid JSON payload received. Unknown name "type" at '${path}': Proto field is not repeating, cannot start list.`,
    );
  const properties = Object.values(isObject(schema.properties) ? schema.properties : {});
  const inProperties = firstOf(properties, (one, at) =>
    isObject(one) ? checkSchema(one, `${path}.properties[${at}].value`) : null,
  );
  if (inProperties) return inProperties;
  const inChoices = firstOf(objects(schema.anyOf), (one, at) => checkSchema(one, `${path}.any_of[${at}]`));
  return inChoices ?? (isObject(schema.items) ? checkSchema(schema.items, `${path}.items`) : null);
}

function checkDeclaration(declaration: Json, tool: number, index: number): Failure | null {
  const path = `tools[${tool}].function_declarations[${index}]`;
  const stray = Object.keys(declaration).find((name) => !DECLARATION.has(name));
  if (stray !== undefined) return unknown(stray, path);
  if (!NAME.test(text(declaration.name)))
    return badRequest(
      `* GenerateContentRequest.${path}.name: Invalid function name. Must start with a letter or an underscore. Must be alphameric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:) or dashes (-), with a maximum length of 64.`,
    );
  if (declaration.parameters !== undefined && declaration.parametersJsonSchema !== undefined)
    return badRequest(
      `* GenerateContentRequest.${path}: only one of parameters and parameters_json_schema may be set.`,
    );
  return isObject(declaration.parameters) ? checkSchema(declaration.parameters, `${path}.parameters`) : null;
}

const TOOL: ReadonlySet<string> = new Set([
  'functionDeclarations',
  'googleSearch',
  'googleSearchRetrieval',
  'codeExecution',
  'urlContext',
  'computerUse',
  'fileSearch',
  'googleMaps',
  'mcpServers',
]);

function checkTools({ body }: GeminiSubject): Failure | null {
  const names = new Set<string>();
  return firstOf(objects(body.tools), (tool, at) => {
    const stray = Object.keys(tool).find((name) => !TOOL.has(name));
    if (stray !== undefined) return unknown(stray, `tools[${at}]`);
    return firstOf(objects(tool.functionDeclarations), (declaration, index) => {
      const failure = checkDeclaration(declaration, at, index);
      if (failure) return failure;
      const name = text(declaration.name);
      if (names.has(name)) return badRequest(`Duplicate function declaration found: ${name}`);
      names.add(name);
      return null;
    });
  });
}

const OWN = ['googleSearch', 'urlContext', 'codeExecution'];

/** With functions, only models from 3 on run tools of their own, and only when their calls are asked for as well. */
function checkOwnTools({ body, contents }: GeminiSubject): Failure | null {
  const tools = objects(body.tools);
  const own = tools.some((tool) => OWN.some((name) => name in tool));
  const functions = tools.some((tool) => objects(tool.functionDeclarations).length > 0);
  const asked = isObject(body.toolConfig) && body.toolConfig.includeServerSideToolInvocations === true;
  const invoked = contents.some(({ parts }) => parts.some((part) => 'toolCall' in part || 'toolResponse' in part));
  if (invoked && !asked)
    return badRequest('tool_call and tool_response parts need tool_config.include_server_side_tool_invocations.');
  return own && functions && !asked ? badRequest('Tool use with function calling is unsupported') : null;
}

export const GEMINI_TOOL_RULES: readonly Rule<GeminiSubject>[] = [
  { id: 'G7', check: checkTools },
  { id: 'W9', check: checkOwnTools },
];
