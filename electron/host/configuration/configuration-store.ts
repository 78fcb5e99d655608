import { applyEdits, modify, type JSONPath } from 'jsonc-parser';
import type { Configuration } from '#core/reliability/configuration.ts';
import { HOOKS } from '#core/reliability/hook-table.ts';
import type { ConfigurationPatch, ConfigurationState } from '#contract/configuration.ts';
import type { Emit } from '../base/deps.ts';
import { renameToBackup, writePrivate } from '../base/private-file.ts';
import { HostError } from '../base/problem.ts';
import { createQueue } from '../base/serialize.ts';
import { checkLayer } from './check-layer.ts';
import { layerFiles, readLayer } from './layer-files.ts';
import { loadConfiguration } from './load-configuration.ts';
import { readJsonc } from './read-jsonc.ts';
import { createFileWatch } from './watch-files.ts';

export interface ConfigurationStore {
  /** Returns the configuration of a session, or the one without attached folders. Read anew each time. */
  state(session: string | null): Promise<ConfigurationState>;
  of(session: string | null): Promise<Configuration>;
  /** Changes the settings that the settings page stores; throws `bad_request` for invalid ones. */
  change(patch: ConfigurationPatch): Promise<void>;
  close(): void;
}

export interface ConfigurationStoreDeps {
  home: string;
  foldersOf(session: string): Promise<readonly string[]>;
  now(): number;
  emit: Emit;
  watchMs?: number;
}

export function createConfigurationStore(deps: ConfigurationStoreDeps): ConfigurationStore {
  const enqueue = createQueue();
  const watch = createFileWatch(() => deps.emit({ type: 'config-changed' }), deps.watchMs);
  const ui = layerFiles(deps.home, []).find(({ layer }) => layer === 'ui');

  async function state(session: string | null): Promise<ConfigurationState> {
    const files = layerFiles(deps.home, session === null ? [] : await deps.foldersOf(session));
    watch.add(files.map(({ path }) => path));
    const read = await Promise.all(files.map(readLayer));
    const { configuration, origins, warnings } = loadConfiguration(
      read.map(({ layer, path, text }) => ({ layer, file: path, text: text ?? '' })),
    );
    return {
      configuration,
      origins,
      files: read.map(({ layer, path, text }) => ({ layer, path, exists: text !== null })),
      warnings: [...read.flatMap(({ warning }) => (warning ? [warning] : [])), ...warnings],
    };
  }

  async function write({ reset, hooks = {}, values = {} }: ConfigurationPatch): Promise<void> {
    if (!ui) throw new HostError('internal');
    const { text, warning } = await readLayer(ui);
    let next = reset || text === null || text.trim() === '' ? '{}\n' : text;
    const { notes } = readJsonc(next);
    if (warning || notes.some(({ code }) => code === 'syntax' || code === 'not-an-object')) {
      await renameToBackup(ui.path, deps.now());
      next = '{}\n';
    }
    const edit = (path: JSONPath, value: unknown): void => {
      const formattingOptions = { insertSpaces: true, tabSize: 2, eol: '\n' };
      next = applyEdits(next, modify(next, path, value, { formattingOptions }));
    };
    const before = checkLayer({ layer: 'ui', file: ui.path, text: next });
    const named = Object.keys(hooks);
    for (const [list, on] of [
      ['disabled_hooks', false],
      ['enabled_hooks', true],
    ] as const) {
      const others = (on ? before.enabled : before.disabled).filter((id) => !named.includes(id));
      const added = HOOKS.flatMap(({ id }) => (hooks[id] === on ? [id] : []));
      if (named.length > 0) edit([list], [...others, ...added]);
    }
    for (const [key, value] of Object.entries(values)) edit(key.split('.'), value === null ? undefined : value);
    const keys = Object.keys(values);
    const wrong = checkLayer({ layer: 'ui', file: ui.path, text: next }).warnings.find(
      ({ key, detail }) => named.some((name) => name === detail) || keys.some((one) => `${one}.`.startsWith(`${key}.`)),
    );
    if (wrong) throw new HostError('bad_request', `${wrong.key}: ${wrong.detail ?? wrong.code}`);
    await writePrivate(ui.path, next);
    deps.emit({ type: 'config-changed' });
  }

  return {
    state,
    of: async (session) => (await state(session)).configuration,
    change: (patch) => enqueue(() => write(patch)),
    close: () => watch.close(),
  };
}
