import { isObject } from '#core/json.ts';
import { readOllamaModel } from '#core/ollama-model.ts';
import type { ListedModel, VendorFetch } from '../base/base-ai-service.ts';

type Json = Record<string, unknown>;

const objectsIn = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** The models of a server, with what it says about each. */
export async function listOllamaModels(
  endpoint: string,
  fetch: VendorFetch,
  signal: AbortSignal,
): Promise<ListedModel[]> {
  const ask = async (path: string, body?: Json): Promise<Json | null> => {
    const sent = body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
    const response = await fetch(`${endpoint}/api/${path}`, { ...sent, signal });
    const answer: unknown = response.ok ? await response.json() : null;
    return isObject(answer) ? answer : null;
  };
  const tags = await ask('tags');
  if (!tags || !Array.isArray(tags['models'])) throw new Error('This is not the list of an Ollama server.');
  // Details are worth having, and a list without them is a list.
  const details = (path: string, body?: Json) =>
    ask(path, body).catch((error: unknown) => {
      if (signal.aborted) throw error;
      return null;
    });
  const loaded = objectsIn((await details('ps'))?.['models']);
  const models = await Promise.all(
    objectsIn(tags['models']).map(async ({ name }): Promise<ListedModel[]> => {
      if (typeof name !== 'string' || name === '') return [];
      const shown = await details('show', { model: name });
      const model =
        shown &&
        readOllamaModel(
          shown,
          loaded.find((one) => one['name'] === name),
        );
      if (shown && !model) return [];
      const { contextWindow = null, maxContextWindow = null, ...abilities } = model ?? {};
      return [
        {
          id: name,
          ...(contextWindow !== null && { contextWindow }),
          ...(maxContextWindow !== null && { maxContextWindow }),
          ...abilities,
        },
      ];
    }),
  );
  return models.flat();
}
