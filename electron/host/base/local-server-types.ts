import type { LocalModel } from '#contract/local-servers.ts';
import type { Vendor } from '#core/vendor.ts';
import { isObject } from '#core/json.ts';
import { readOllamaModel } from '#core/ollama-model.ts';
import type { Protocol } from '#core/vendors/base/protocol.ts';

type Json = Readonly<Record<string, unknown>>;

/** Sends a request to a server. `null` unless it answers with a JSON object. */
export type AskServer = (path: string, body?: Json) => Promise<Json | null>;

/** A program that serves models on this computer. */
export interface LocalServerType {
  id: string;
  label: string;
  vendor: Vendor;
  protocol: Protocol;
  /** Where its API begins. */
  base: '' | '/v1';
  /** The port that it usually listens on. */
  port: number;
  /** Recognizes the program by the shape of its answers, never by its port alone: `null` for any other program. */
  listModels(ask: AskServer): Promise<LocalModel[] | null>;
}

const objectsIn = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const tokensOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null;

function modelOf(id: unknown, limits: Partial<LocalModel> = {}): LocalModel[] {
  const name = textOf(id);
  return name === null ? [] : [{ id: name, contextWindow: null, maxContextWindow: null, remote: false, ...limits }];
}

/** Ollama's server/routes.go and docs/api.md, commit fb30760 (2026-08-21). */
async function ollamaModels(ask: AskServer): Promise<LocalModel[] | null> {
  const [version, tags] = await Promise.all([ask('/api/version'), ask('/api/tags')]);
  if (textOf(version?.['version']) === null || !tags || !Array.isArray(tags['models'])) return null;
  const loaded = objectsIn((await ask('/api/ps'))?.['models']);
  const listed = await Promise.all(
    objectsIn(tags['models']).map(async (model) => {
      const { name } = model;
      const shown = await ask('/api/show', { model: name });
      const running = loaded.find((one) => one['name'] === name);
      const facts = readOllamaModel(shown ?? {}, running);
      if (!facts) return [];
      return modelOf(name, {
        ...facts,
        remote: textOf(model['remote_host']) !== null || /[:-]cloud$/.test(textOf(name) ?? ''),
      });
    }),
  );
  return listed.flat();
}

const EMBEDDING = /^embeddings?$/;

/** LM Studio's REST API, docs commit c6854fb (2026-04-29): v1, and v0 of earlier versions. */
async function lmStudioModels(ask: AskServer): Promise<LocalModel[] | null> {
  const [newer, older] = await Promise.all([ask('/api/v1/models'), ask('/api/v0/models')]);
  const keyed = objectsIn(newer?.['models']).filter((model) => 'loaded_instances' in model);
  if (keyed.length > 0)
    return keyed
      .filter(({ type }) => !EMBEDDING.test(String(type)))
      .flatMap((model) => {
        const [instance] = objectsIn(model['loaded_instances']);
        const settings = isObject(instance?.['config']) ? instance['config'] : {};
        return modelOf(model['key'], {
          contextWindow: tokensOf(settings['context_length']),
          maxContextWindow: tokensOf(model['max_context_length']),
        });
      });
  const models = objectsIn(older?.['data']);
  if (!older || !models.every((model) => 'state' in model && 'type' in model)) return null;
  return models
    .filter(({ type }) => !EMBEDDING.test(String(type)))
    .flatMap((model) =>
      modelOf(model['id'], {
        contextWindow: tokensOf(model['loaded_context_length']),
        maxContextWindow: tokensOf(model['max_context_length']),
      }),
    );
}

/** The list that every OpenAI-compatible server has. */
async function openAiModels(ask: AskServer): Promise<Json[] | null> {
  const list = await ask('/v1/models');
  if (list?.['object'] !== 'list' || !Array.isArray(list['data'])) return null;
  return objectsIn(list['data']).filter(({ object }) => object === 'model');
}

/** `n_ctx` is what one request gets, not what all of them share (llama.cpp's tools/server/README.md). */
async function llamaCppModels(ask: AskServer): Promise<LocalModel[] | null> {
  const [props, models] = await Promise.all([ask('/props'), openAiModels(ask)]);
  const settings = props?.['default_generation_settings'];
  if (!models || !isObject(settings) || !('total_slots' in (props ?? {}))) return null;
  return models.flatMap(({ id, meta }) =>
    modelOf(id, {
      contextWindow: models.length === 1 ? tokensOf(settings['n_ctx']) : null,
      maxContextWindow: isObject(meta) ? tokensOf(meta['n_ctx_train']) : null,
    }),
  );
}

async function vllmModels(ask: AskServer): Promise<LocalModel[] | null> {
  const models = await openAiModels(ask);
  if (!models?.some((model) => model['owned_by'] === 'vllm')) return null;
  return models.flatMap(({ id, max_model_len: length }) => modelOf(id, { contextWindow: tokensOf(length) }));
}

async function janModels(ask: AskServer): Promise<LocalModel[] | null> {
  const models = await openAiModels(ask);
  return models && models.flatMap(({ id }) => modelOf(id));
}

/** What all but Ollama speak. */
const COMPATIBLE = { protocol: 'openai-chat', base: '/v1' } as const;

export const LOCAL_SERVER_TYPES: readonly LocalServerType[] = [
  {
    id: 'ollama',
    label: 'Ollama',
    vendor: 'ollama',
    protocol: 'ollama',
    base: '',
    port: 11_434,
    listModels: ollamaModels,
  },
  { id: 'lm-studio', label: 'LM Studio', vendor: 'openai', ...COMPATIBLE, port: 1234, listModels: lmStudioModels },
  { id: 'llama.cpp', label: 'llama.cpp', vendor: 'openai', ...COMPATIBLE, port: 8080, listModels: llamaCppModels },
  { id: 'vllm', label: 'vLLM', vendor: 'openai', ...COMPATIBLE, port: 8000, listModels: vllmModels },
  { id: 'jan', label: 'Jan', vendor: 'openai', ...COMPATIBLE, port: 1337, listModels: janModels },
];
