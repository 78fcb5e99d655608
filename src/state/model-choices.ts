import type { Connection } from '#contract/connection.ts';
import type { Model, ModelOverride } from '#core/model.ts';
import { modelListKey, readModelList } from './model-lists.ts';
import type { ListedModel } from './model-lists.ts';
import { modelOverridesKey, readModelOverrides } from './model-overrides.ts';

export interface ModelChoice {
  model: Model;
  connection: Connection;
  /** The user has edited its facts. */
  edited: boolean;
}

/** Facts about models: dated facts for known models, conservative defaults for all others. */
export interface ModelCatalog {
  /** Models of Baton's catalog that this connection serves. */
  of(connection: Connection): readonly Model[];
  find(connection: Connection, id: string, listed?: ListedModel, override?: ModelOverride): Model;
  /** Name of a model, whichever vendor serves it; its id when there is no name. */
  labelOf(id: string): string;
}

/** Merges all sources of facts about the model. `null` when the connection is not known. */
export function findChoice(
  { connection: id, model }: { connection: string; model: string },
  connections: readonly Connection[] | undefined,
  values: ReadonlyMap<string, unknown>,
  catalog: ModelCatalog,
): ModelChoice | null {
  const connection = connections?.find((one) => one.id === id);
  if (!connection) return null;
  const listed = readModelList(values.get(modelListKey(id))).models.find((one) => one.id === model);
  const override = readModelOverrides(values.get(modelOverridesKey(id))).get(model);
  return { connection, model: catalog.find(connection, model, listed, override), edited: override !== undefined };
}

/** The last result for these connections. */
interface Choices {
  catalog: Pick<ModelCatalog, 'of' | 'find'>;
  /** The settings it was made of. */
  used: readonly unknown[];
  choices: readonly ModelChoice[];
}

const latest = new WeakMap<readonly Connection[], Choices>();

/**
 * Models of the connections that can be used now: the catalog's, those of each vendor's own list, and ids that the user
 * has added facts for. `values` are the settings. The same array until something that it is made of changes.
 */
export function listModelChoices(
  connections: readonly Connection[],
  values: ReadonlyMap<string, unknown>,
  catalog: Pick<ModelCatalog, 'of' | 'find'>,
): readonly ModelChoice[] {
  const used = connections.flatMap(({ id }) => [values.get(modelListKey(id)), values.get(modelOverridesKey(id))]);
  const known = latest.get(connections);
  if (known?.catalog === catalog && used.every((value, at) => Object.is(value, known.used[at]))) return known.choices;
  const choices = mergeChoices(connections, values, catalog);
  latest.set(connections, { catalog, used, choices });
  return choices;
}

function mergeChoices(
  connections: readonly Connection[],
  values: ReadonlyMap<string, unknown>,
  catalog: Pick<ModelCatalog, 'of' | 'find'>,
): ModelChoice[] {
  const choices: ModelChoice[] = [];
  for (const connection of connections) {
    if (!connection.configured) continue;
    const listed = new Map(
      readModelList(values.get(modelListKey(connection.id))).models.map((model) => [model.id, model]),
    );
    const overrides = readModelOverrides(values.get(modelOverridesKey(connection.id)));
    const offered = connection.models ?? [...catalog.of(connection).map(({ id }) => id), ...listed.keys()];
    const ids = new Set([...offered, ...overrides.keys()]);
    for (const id of ids) {
      const override = overrides.get(id);
      const model = catalog.find(connection, id, listed.get(id), override);
      choices.push({ model, connection, edited: override !== undefined });
    }
  }
  return choices;
}
