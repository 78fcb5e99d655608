import { hookDefinition, findHook, type HookId } from '#core/reliability/hook-table.ts';
import {
  ConfigurationFileSchema,
  type ConfigurationWarning,
  type LayerName,
  LayerSchema,
  USER_ONLY_KEYS,
} from '#contract/configuration.ts';
import type { z } from 'zod';
import { dotted, type Json, type JsonObject, readJsonc } from './read-jsonc.ts';

/** One layer as it was written. */
export interface LayerText {
  layer: LayerName;
  /** Shown to the user: a path, or another name for the layer. */
  file: string;
  text: string;
}

export interface CheckedLayer {
  layer: LayerName;
  /** The valid settings; `disabled_hooks` and `enabled_hooks` use the hooks' own names. */
  value: JsonObject;
  disabled: HookId[];
  enabled: HookId[];
  warnings: ConfigurationWarning[];
}

type Warn = (code: ConfigurationWarning['code'], key: string, detail?: string) => void;

/** Removing one setting can reveal another problem, but not endlessly many. */
const MAX_ROUNDS = 200;
const HOOK_LISTS = ['disabled_hooks', 'enabled_hooks'] as const;

/** Checks one layer and returns its valid part. Never throws: invalid settings are left out with a warning. */
export function checkLayer({ layer, file, text }: LayerText): CheckedLayer {
  const { value, notes, lineOf } = readJsonc(text);
  const warnings: ConfigurationWarning[] = notes.map((note) => ({ layer, file, ...note }));
  const warn: Warn = (code, key, detail) =>
    warnings.push({ layer, file, line: lineOf(key), key, code, ...(detail !== undefined && { detail }) });

  if (layer !== 'user') {
    for (const key of USER_ONLY_KEYS) {
      if (!Object.hasOwn(value, key)) continue;
      delete value[key];
      warn('user-file-only', key);
    }
  }
  const lists = takeOtherLists(value, warn);
  dropInvalid(value, warn);
  const takeOwn = (list: (typeof HOOK_LISTS)[number]): HookId[] =>
    takeHooks(value, list, warn).filter((id) => {
      // A workspace may not enable hooks that run or report something, nor disable a script that watches over it.
      const refused = layer === 'workspace' && hookDefinition(id).userOnly === true;
      if (refused) warn('user-file-only', list, id);
      return !refused;
    });
  const disabled = takeOwn('disabled_hooks');
  // A hook in both lists is disabled, the safe choice.
  const enabled = takeOwn('enabled_hooks').filter((id) => !disabled.includes(id));
  for (const key of Object.keys(value)) if (!Object.hasOwn(LayerSchema.shape, key)) delete value[key];
  return { layer, value: { ...value, ...lists }, disabled, enabled, warnings };
}

/** Extracts `disabled_…` lists of other programs: merged like ours, but not used. */
function takeOtherLists(value: JsonObject, warn: Warn): JsonObject {
  const lists: JsonObject = {};
  for (const [key, list] of Object.entries(value)) {
    if (!/^disabled_\w+$/.test(key) || Object.hasOwn(ConfigurationFileSchema.shape, key)) continue;
    if (!Array.isArray(list)) continue;
    lists[key] = list.filter((one) => typeof one === 'string');
    delete value[key];
    warn('unused-list', key);
  }
  return lists;
}

function dropInvalid(value: JsonObject, warn: Warn): void {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const { error } = ConfigurationFileSchema.safeParse(value);
    if (!error) return;
    const missing = error.issues.find(({ path }) => path.length > 1 && at(value, path) === undefined);
    if (missing) {
      // An object without a required field is removed as a whole. Then the rest is checked again, since other paths may
      // have changed.
      warn('invalid-value', dotted(missing.path), expectation(missing));
      remove(value, missing.path.slice(0, -1));
      continue;
    }
    // From the end: removing a list element shifts those after it.
    const issues = error.issues.toSorted((a, b) => indexOf(b) - indexOf(a));
    for (const issue of issues) {
      if (issue.code === 'unrecognized_keys') {
        for (const key of issue.keys) {
          warn('unknown-key', dotted([...issue.path, key]));
          remove(value, [...issue.path, key]);
        }
        continue;
      }
      const [list] = issue.path;
      const found = at(value, issue.path);
      const name = HOOK_LISTS.some((one) => one === list) && issue.path.length === 2 && typeof found === 'string';
      if (name) warn('unknown-hook', dotted(issue.path), found);
      else warn('invalid-value', dotted(issue.path), expectation(issue));
      remove(value, issue.path);
    }
  }
  for (const key of Object.keys(value)) delete value[key];
}

/** Index in a list; -1 for a property of an object. */
function indexOf({ path }: z.core.$ZodIssue): number {
  const last = path.at(-1);
  return typeof last === 'number' ? last : -1;
}

function takeHooks(value: JsonObject, key: (typeof HOOK_LISTS)[number], warn: Warn): HookId[] {
  const list = value[key];
  delete value[key];
  if (!Array.isArray(list)) return [];
  const ids = list.flatMap((name): HookId[] => {
    if (typeof name !== 'string') return [];
    const id = findHook(name);
    if (id !== null && id !== name) warn('renamed-hook', key, `${name} → ${id}`);
    return id === null ? [] : [id];
  });
  return [...new Set(ids)];
}

function at(value: Json, path: readonly PropertyKey[]): Json | undefined {
  let found: Json | undefined = value;
  for (const step of path) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = Array.isArray(found) ? found[Number(step)] : found[String(step)];
  }
  return found;
}

function remove(value: JsonObject, path: readonly PropertyKey[]): void {
  const around = at(value, path.slice(0, -1));
  const last = path.at(-1);
  if (last === undefined || typeof around !== 'object' || around === null) return;
  if (Array.isArray(around)) around.splice(Number(last), 1);
  else delete around[String(last)];
}

/** In the file's own syntax, which needs no translation. */
const KINDS: Readonly<Record<string, string>> = {
  boolean: 'true, false',
  int: '1, 2, 3…',
  object: '{…}',
  array: '[…]',
  string: '"…"',
};

/** A short description of the expected value. */
function expectation(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return KINDS[issue.expected] ?? issue.expected;
    case 'too_small':
      return `≥ ${issue.minimum}`;
    case 'too_big':
      return `≤ ${issue.maximum}`;
    case 'invalid_value':
      return issue.values.length > 8 ? 'a known name' : issue.values.map(String).join(', ');
    default:
      return issue.message;
  }
}
