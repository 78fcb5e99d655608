import type { Conversation, OwnTool, Turn } from '../base/conversation.ts';
import { isObject, type Json, objects, text } from '../base/json.ts';
import type { GeminiModel } from './models.ts';

export const partsOf = (content: Json): Json[] => objects(content.parts);

function responseText(response: unknown): string {
  if (!isObject(response)) return '';
  const said = response.output ?? response.error ?? response.result;
  return typeof said === 'string' ? said : JSON.stringify(said ?? response);
}

const readTurn = (content: Json): Turn => {
  const parts = partsOf(content);
  return {
    role: content.role === 'model' ? 'assistant' : 'user',
    text: parts
      .filter((part) => part.thought !== true)
      .map((part) => text(part.text))
      .filter((one) => one !== '')
      .join('\n\n'),
    calls: parts
      .map((part) => part.functionCall)
      .filter(isObject)
      .map((call) => ({ name: text(call.name), args: call.args ?? {} })),
    results: parts
      .map((part) => part.functionResponse)
      .filter(isObject)
      .map((one) => ({
        name: text(one.name),
        text: responseText(one.response),
        failed: isObject(one.response) && 'error' in one.response,
      })),
    attachments: parts.filter((part) => isObject(part.inlineData) || isObject(part.fileData)).length,
  };
};

export function readConversation(body: Json, model: GeminiModel): Conversation {
  const config = isObject(body.generationConfig) ? body.generationConfig : {};
  const toolConfig = isObject(body.toolConfig) ? body.toolConfig : {};
  const calling = isObject(toolConfig.functionCallingConfig) ? toolConfig.functionCallingConfig : {};
  const allowed: unknown[] = Array.isArray(calling.allowedFunctionNames) ? calling.allowedFunctionNames : [];
  const thinking = isObject(config.thinkingConfig) ? config.thinkingConfig : {};
  return {
    model: model.id,
    label: model.label,
    system: isObject(body.systemInstruction) ? readTurn(body.systemInstruction).text : '',
    turns: objects(body.contents).map(readTurn),
    tools:
      calling.mode === 'NONE'
        ? []
        : objects(body.tools)
            .flatMap((tool) => objects(tool.functionDeclarations))
            .map((tool) => ({
              name: text(tool.name),
              description: text(tool.description),
              schema: tool.parametersJsonSchema ?? tool.parameters,
            })),
    forced: calling.mode === 'ANY' ? text(allowed[0]) || '*' : null,
    json: jsonOf(config),
    // Thoughts are shown only on request, though the model thinks anyway.
    thinks: thinking.includeThoughts === true && thinking.thinkingBudget !== 0,
    pauses: false,
    paused: null,
    ownTools: ownToolsOf(objects(body.tools)),
    citable: [],
    interleaves: true,
    pictures: Array.isArray(config.responseModalities) && config.responseModalities.includes('IMAGE'),
    maxOutput: typeof config.maxOutputTokens === 'number' ? config.maxOutputTokens : null,
  };
}

/** The tools that Google runs, by the fields that declare them (SDK types 3.1.0, 2026-11). */
function ownToolsOf(tools: readonly Json[]): Set<OwnTool> {
  const own = new Set<OwnTool>();
  for (const tool of tools) {
    if (isObject(tool.googleSearch)) own.add('search');
    if (isObject(tool.urlContext)) own.add('fetch');
    if (isObject(tool.codeExecution)) own.add('run');
  }
  return own;
}

function jsonOf({ responseMimeType, responseJsonSchema, responseSchema }: Json): Conversation['json'] {
  if (responseMimeType !== 'application/json') return null;
  const schema = responseJsonSchema ?? responseSchema;
  return isObject(schema) ? schema : true;
}
