import { isObject } from '#core/json.ts';
import type { ListedModel, VendorFetch } from '../base/base-ai-service.ts';
import { sendThrough } from '../base/sdk-settings.ts';
import { openAIClient } from './openai-client.ts';

/** Where the servers of this family put limits that OpenAI doesn't report. The first number found wins. */
const WINDOW_FIELDS = ['context_length', 'context_window', 'max_context_length', 'max_model_len', 'max_input_tokens'];
const OUTPUT_FIELDS = ['max_completion_tokens', 'max_output_tokens', 'max_output_length'];

/** Ids of listed models that can't chat. */
const NOT_CHAT =
  /embed|whisper|(^|[-/])tts|dall-e|moderation|transcribe|realtime|(^|[-/])(audio|image|images|sora|davinci|babbage|ocr|rerank|guard)([-/]|$)|gpt-(audio|image|live)|chatgpt-image/i;

function firstNumber(fields: readonly string[], ...places: unknown[]): number | undefined {
  for (const place of places)
    if (isObject(place))
      for (const field of fields) {
        const value = place[field];
        if (typeof value === 'number' && value > 0) return value;
      }
  return undefined;
}

/**
 * Some servers report what a model can do: Mistral in `capabilities`, OpenRouter in `architecture`, Together in `type`.
 */
function chats(model: Record<string, unknown>): boolean {
  const { capabilities, architecture, type, active } = model;
  if (active === false) return false;
  if (isObject(capabilities) && capabilities['completion_chat'] === false) return false;
  if (isObject(architecture) && Array.isArray(architecture['output_modalities']))
    return architecture['output_modalities'].includes('text');
  if (typeof type === 'string' && /embedding|image|audio|rerank|moderation|transcribe/.test(type)) return false;
  return !NOT_CHAT.test(String(model['id']));
}

/** `GET /models` of OpenAI and every compatible server. */
export async function listOpenAIModels(
  endpoint: string,
  fetch: VendorFetch,
  signal: AbortSignal,
): Promise<ListedModel[]> {
  const models: ListedModel[] = [];
  for await (const listed of openAIClient(endpoint).models.list(sendThrough(fetch, signal))) {
    const model: Record<string, unknown> = { ...listed };
    if (typeof model['id'] !== 'string' || !chats(model)) continue;
    const label = model['name'] ?? model['display_name'];
    const contextWindow = firstNumber(WINDOW_FIELDS, model, model['top_provider']);
    const maxOutput = firstNumber(OUTPUT_FIELDS, model, model['top_provider']);
    models.push({
      id: model['id'],
      ...(typeof label === 'string' && label !== model['id'] ? { label } : {}),
      ...(contextWindow === undefined ? {} : { contextWindow }),
      ...(maxOutput === undefined ? {} : { maxOutput }),
    });
  }
  return models;
}
