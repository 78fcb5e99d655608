import { z } from 'zod/mini';
import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import type { Connection } from '#contract/connection.ts';
import { listedAbilities } from '#contract/listed-abilities.ts';
import { reuseEqual } from '#core/reuse-equal.ts';
import { toError } from '#core/thrown.ts';
import type { OllamaThinking } from '#core/ollama-model.ts';
import type { Settings } from './settings.ts';

const Kept = z.object({
  at: z.number(),
  models: z.array(
    z.object({
      id: z.string(),
      label: z.exactOptional(z.string()),
      contextWindow: z.exactOptional(z.number()),
      maxContextWindow: z.exactOptional(z.number()),
      maxOutput: z.exactOptional(z.number()),
      ...listedAbilities,
    }),
  ),
});

/** A model as the vendor's own list names it. */
export interface ListedModel {
  id: string;
  label?: string;
  contextWindow?: number;
  /** Where a request says how much is read: the most that it can say. */
  maxContextWindow?: number;
  maxOutput?: number;
  tools?: boolean;
  images?: boolean;
  thinking?: OllamaThinking;
}

export interface ModelList {
  models: readonly ListedModel[];
  /** When the vendor was asked; 0 for never. */
  at: number;
}

export interface ModelListsDeps {
  settings: Settings;
  /** Asks the vendor. */
  listModels(connection: Connection, signal: AbortSignal): Promise<ListedModel[]>;
  now(): number;
}

export interface ModelLists {
  /** Lists that are being requested, and the last error of each. */
  store: StoreApi<{ asking: ReadonlySet<string>; errors: ReadonlyMap<string, Error> }>;
  /** Ignored while the same connection is asked. One that was changed since is asked anew. */
  refresh(connection: Connection): Promise<void>;
  /** Stores a list that was read elsewhere. */
  put(connectionId: string, models: readonly ListedModel[]): Promise<void>;
  /** One model of the stored list. */
  find(connectionId: string, modelId: string): ListedModel | undefined;
}

const TIME_LIMIT_MS = 20_000;
const NEVER: ModelList = { models: [], at: 0 };

export function modelListKey(connectionId: string): string {
  return `models:${connectionId}`;
}

/** Lists hold hundreds of models and are read for the name of each answer. A stored value never changes. */
const read = new WeakMap<object, ModelList>();

/** The list as stored in the settings. An unreadable value counts as never asked. */
export function readModelList(value: unknown): ModelList {
  if (typeof value !== 'object' || value === null) return NEVER;
  const cached = read.get(value);
  if (cached) return cached;
  const saved = Kept.safeParse(value);
  const list = saved.success ? saved.data : NEVER;
  read.set(value, list);
  return list;
}

/**
 * A server on this computer says in its own API how much it reads, and not in the list that all servers have: what is
 * known stays. Ollama is asked through its own API.
 */
function keepLimits(models: readonly ListedModel[], known: readonly ListedModel[]): ListedModel[] {
  const before = new Map(known.map((model) => [model.id, model]));
  return models.map((model) => ({ ...before.get(model.id), ...model }));
}

/** The models that vendors say they serve. Requested on demand, stored in the settings. */
export function createModelLists(deps: ModelListsDeps): ModelLists {
  const store = createStore<{ asking: ReadonlySet<string>; errors: ReadonlyMap<string, Error> }>(() => ({
    asking: new Set(),
    errors: new Map(),
  }));
  /** By id, as they were when they were asked. */
  const asked = new Map<string, { connection: Connection; abort: AbortController }>();

  function finish(id: string, error: Error | null): void {
    const { asking, errors } = store.getState();
    const pending = new Set(asking);
    pending.delete(id);
    const problems = new Map(errors);
    if (error) problems.set(id, error);
    else problems.delete(id);
    store.setState({ asking: pending, errors: problems });
  }

  const readStored = (id: string) => readModelList(deps.settings.store.getState().values.get(modelListKey(id))).models;
  const put = (id: string, models: readonly ListedModel[]) =>
    deps.settings.set(modelListKey(id), { at: deps.now(), models });

  return {
    store,
    put,
    find: (connectionId, modelId) => readStored(connectionId).find(({ id }) => id === modelId),
    async refresh(connection) {
      const { id } = connection;
      const before = asked.get(id);
      if (before && reuseEqual(before.connection, connection) === before.connection) return;
      // What the server at the former address or with the former key still answers isn't the list of this one.
      before?.abort.abort();
      const own = { connection, abort: new AbortController() };
      asked.set(id, own);
      store.setState(({ asking }) => ({ asking: new Set(asking).add(id) }));
      let error: Error | null = null;
      try {
        const signal = AbortSignal.any([own.abort.signal, AbortSignal.timeout(TIME_LIMIT_MS)]);
        const models = await deps.listModels(connection, signal);
        if (asked.get(id) !== own) return;
        const isLocal = connection.network === 'loopback' && connection.protocol !== 'ollama';
        await put(id, isLocal ? keepLimits(models, readStored(id)) : models);
      } catch (failure) {
        error = toError(failure);
      }
      if (asked.get(id) !== own) return;
      asked.delete(id);
      finish(id, error);
    },
  };
}
