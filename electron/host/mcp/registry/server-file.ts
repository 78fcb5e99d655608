import { join } from 'node:path';
import { type ParseError, applyEdits, modify, parse, printParseErrorCode } from 'jsonc-parser';
import type { McpDefinition } from '#contract/mcp.ts';
import { isObject } from '#core/json.ts';
import { reasonText } from '#core/reasons.ts';
import type { Clock, SecretStore } from '../../base/deps.ts';
import { readText, renameToBackup, writePrivate } from '../../base/private-file.ts';
import { HostError } from '../../base/problem.ts';
import { createQueue } from '../../base/serialize.ts';
import {
  FileEntry,
  NoTargetError,
  STORED,
  type ServerDefinition,
  hashDefinition,
  isLoaderVariable,
  readEntry,
  toFile,
} from './entry.ts';
import { fillText, inputsIn, openPlaceholder } from './placeholders.ts';
import type { TakenSettings } from './taken-settings.ts';
import { freeLabel, idFor } from './server-id.ts';

export interface ServerRow {
  id: string;
  label: string;
  enabled: boolean;
  toolsOff: readonly string[];
  /** The time limit for a call, in seconds; null for Baton's own limits. */
  timeout: number | null;
  definition: ServerDefinition;
}

export interface ServerFile {
  rows(): Promise<{ rows: ServerRow[]; warnings: string[] }>;
  /** Throws `unknown_server`. */
  find(id: string): Promise<ServerRow>;
  add(label: string, definition: McpDefinition): Promise<ServerRow>;
  /**
   * Adds all of them, switched off, or none. A server that already exists with the same values is not added again and
   * is returned in `present`.
   */
  addAll(servers: readonly ImportedServer[]): Promise<{ added: ServerRow[]; present: ServerRow[] }>;
  /** Whether the server runs with something else from now on. */
  change(
    id: string,
    change: {
      label?: string;
      enabled?: boolean;
      toolsOff?: string[];
      timeout?: number | null;
      definition?: McpDefinition;
    },
  ): Promise<boolean>;
  remove(id: string): Promise<void>;
  /**
   * The values a server is started with. Only for the process or the request; no route returns them. Throws `approval_stale`
   * when the file holds another definition by now: the consent is for this one.
   */
  values(row: Pick<ServerRow, 'id' | 'definition'>): Promise<ServerValues>;
}

export interface ImportedServer {
  label: string;
  definition: McpDefinition;
  settings?: TakenSettings;
  /** Secrets for the placeholders in the definition. */
  inputs: ReadonlyMap<string, string>;
}

export interface ServerValues {
  env: Record<string, string>;
  headers: Record<string, string>;
  args: string[];
  url: string;
  clientSecret: string | null;
  /** Secrets in the arguments and in the address. */
  inputs: string[];
}

const FORMAT = { formattingOptions: { insertSpaces: true, tabSize: 2, eol: '\n' } };
const FIRST_TEXT = '{\n  "mcpServers": {}\n}\n';
const MAX_SERVERS = 200;

const secretId = (id: string, name: string) => `mcp/${id}/${name}`;
const inputName = (token: string) => `input/${token}`;

/** The texts that may contain a placeholder for a secret. */
const openWords = ({ args = [], url = '', env = {} }: FileEntry) => [...args, url, ...Object.values(env)];

interface Loaded {
  text: string;
  entries: Map<string, { key: string; entry: FileEntry; definition: ServerDefinition }>;
  warnings: string[];
  broken: boolean;
}

/**
 * mcp.json: servers in the format every client knows, with Baton's fields under `baton`. It is read anew each time, so
 * an edit by hand takes effect at once. Comments and unknown fields stay. A file with errors is reported and never
 * overwritten. Values entered in Baton are in the secret store; the file has a placeholder for them.
 */
export function createServerFile(home: string, clock: Pick<Clock, 'now'>, secrets: SecretStore): ServerFile {
  const file = join(home, 'mcp.json');
  const enqueue = createQueue();

  async function load(): Promise<Loaded> {
    const text = (await readText(file)) ?? FIRST_TEXT;
    const errors: ParseError[] = [];
    const value: unknown = parse(text, errors, { allowTrailingComma: true });
    const [first] = errors;
    const none = { text, entries: new Map<string, never>(), broken: true };
    if (first) {
      const line = text.slice(0, first.offset).split('\n').length;
      return { ...none, warnings: [reasonText('server.file', { line, problem: printParseErrorCode(first.error) })] };
    }
    const servers = isObject(value) ? (value['mcpServers'] ?? {}) : null;
    if (!isObject(servers)) return { ...none, warnings: [reasonText('server.fileShape')] };
    return { text, ...readServers(servers), broken: false };
  }

  function readServers(servers: Record<string, unknown>): Pick<Loaded, 'entries' | 'warnings'> {
    const entries: Loaded['entries'] = new Map();
    const warnings: string[] = [];
    for (const [key, given] of Object.entries(servers).slice(0, MAX_SERVERS)) {
      try {
        const entry = FileEntry.parse(given);
        entries.set(idFor(key, new Set(entries.keys())), { key, entry, definition: readEntry(entry) });
      } catch (error) {
        const id = error instanceof NoTargetError ? 'server.noTarget' : 'server.leftOut';
        warnings.push(reasonText(id, { server: key.slice(0, 80) }));
      }
    }
    return { entries, warnings };
  }

  const toRow = (
    id: string,
    { key, entry, definition }: NonNullable<ReturnType<Loaded['entries']['get']>>,
  ): ServerRow => ({
    id,
    label: entry.baton?.label ?? key.slice(0, 80),
    // An entry by another client or by hand lacks Baton's fields and starts nothing.
    enabled: entry.baton?.enabled ?? false,
    toolsOff: entry.baton?.toolsOff ?? [],
    timeout: entry.baton?.timeout ?? null,
    definition,
  });

  async function entryOf(id: string) {
    const loaded = await load();
    const found = loaded.entries.get(id);
    if (!found) throw new HostError('unknown_server', `There is no MCP server "${id.slice(0, 60)}".`);
    return { loaded, found };
  }

  /** Stores all of them or, if it rejects, none. Returns what brings back the values from before. */
  async function store(id: string, values: ReadonlyMap<string, string | null>): Promise<() => Promise<void>> {
    const before = new Map<string, string | null>();
    const undo = async (): Promise<void> => {
      for (const [name, value] of before)
        await (value === null ? secrets.delete(name) : secrets.set(name, value)).catch(() => undefined);
    };
    try {
      for (const [name, value] of values) {
        if (value === null) continue;
        const own = secretId(id, name);
        before.set(own, await secrets.get(own));
        await secrets.set(own, value);
      }
      return undo;
    } catch (error) {
      await undo();
      throw error;
    }
  }

  /** Names of the values that are in the secret store. */
  function storedIn(entry: FileEntry): string[] {
    const named = [
      ...Object.keys(entry.env ?? {}).map((one) => `env/${one}`),
      ...Object.keys(entry.headers ?? {}).map((one) => `headers/${one}`),
      'oauth/clientSecret',
    ].filter((name) => valueIn(entry, name) === STORED);
    return [...named, ...inputsIn(openWords(entry)).map(inputName)];
  }

  /**
   * Deletes the server's values, but for those of `entry` and the sign-in. A store that is locked or not chosen yet
   * keeps them and is no failure.
   */
  async function forget(id: string, entry: FileEntry | null): Promise<void> {
    const kept = new Set((entry ? ['oauth', ...storedIn(entry)] : []).map((name) => secretId(id, name)));
    try {
      for (const name of await secrets.ids())
        if (name.startsWith(secretId(id, '')) && !kept.has(name)) await secrets.delete(name);
    } catch (error) {
      if (!(error instanceof HostError) || error.code === 'disk_full') throw error;
    }
  }

  function valueIn(entry: FileEntry, name: string): string | undefined {
    const [group, ...rest] = name.split('/');
    if (group === 'oauth') return entry.oauth?.clientSecret;
    return (group === 'env' ? entry.env : entry.headers)?.[rest.join('/')];
  }

  function edit(text: string, path: (string | number)[], value: unknown): string {
    return applyEdits(text, modify(text, path, value, FORMAT));
  }

  async function loadToAdd(count: number): Promise<Loaded> {
    let loaded = await load();
    if (loaded.broken) {
      await renameToBackup(file, clock.now());
      loaded = await load();
    }
    if (loaded.entries.size + count > MAX_SERVERS)
      throw new HostError('bad_request', reasonText('server.most', { count: MAX_SERVERS }));
    return loaded;
  }

  /** Stores secrets first: an entry without its secret could not be started. On any error, takes them all back. */
  async function write(
    text: string,
    rows: readonly { id: string; entry: FileEntry; values: ReadonlyMap<string, string | null> }[],
  ): Promise<void> {
    const undos: (() => Promise<void>)[] = [];
    try {
      for (const { id, values } of rows) undos.push(await store(id, values));
      await writePrivate(
        file,
        rows.reduce((file, { id, entry }) => edit(file, ['mcpServers', id], entry), text),
      );
    } catch (error) {
      for (const undo of undos) await undo();
      throw error;
    }
  }

  const newRow = (id: string, entry: FileEntry): ServerRow =>
    toRow(id, { key: id, entry, definition: readEntry(entry) });

  async function add(label: string, given: McpDefinition): Promise<ServerRow> {
    const { text, entries } = await loadToAdd(1);
    const id = idFor(label, new Set(entries.keys()));
    const { entry, secrets: values } = toFile(given);
    const full = { ...entry, baton: { label, enabled: true } };
    await write(text, [{ id, entry: full, values }]);
    return newRow(id, full);
  }

  async function sameValues(id: string, entry: FileEntry, given: ReadonlyMap<string, string | null>): Promise<boolean> {
    for (const [name, value] of given) {
      const before = valueIn(entry, name) ?? STORED;
      if ((before === STORED ? await secrets.get(secretId(id, name)) : before) !== value) return false;
    }
    return true;
  }

  async function findSame(
    entries: Loaded['entries'],
    hash: string,
    values: ReadonlyMap<string, string | null>,
  ): Promise<ServerRow | null> {
    for (const [id, one] of entries)
      if (hashDefinition(one.definition) === hash && (await sameValues(id, one.entry, values))) return toRow(id, one);
    return null;
  }

  async function addAll(servers: readonly ImportedServer[]): ReturnType<ServerFile['addAll']> {
    const { text, entries } = await loadToAdd(0);
    const taken = new Set(entries.keys());
    const labels = new Set([...entries].map(([id, one]) => toRow(id, one).label));
    const present: ServerRow[] = [];
    const fresh: { id: string; entry: FileEntry; values: Map<string, string | null>; hash: string }[] = [];
    for (const { label, definition, inputs, settings } of servers) {
      const { entry, secrets: values } = toFile(definition);
      for (const [token, value] of inputs) values.set(inputName(token), value);
      const hash = hashDefinition(readEntry(entry));
      const twin = fresh.some(
        (one) => one.hash === hash && [...values].every(([name, value]) => one.values.get(name) === value),
      );
      if (twin) continue;
      const same = await findSame(entries, hash, values);
      if (same) {
        present.push(same);
        continue;
      }
      const id = idFor(label, taken);
      taken.add(id);
      // A question about a tool names its server.
      const own = freeLabel(label, labels);
      labels.add(own);
      fresh.push({ id, entry: { ...entry, baton: { label: own, enabled: false, ...settings } }, values, hash });
    }
    await loadToAdd(fresh.length);
    await write(text, fresh);
    return { added: fresh.map(({ id, entry }) => newRow(id, entry)), present };
  }

  async function change(id: string, { definition, ...own }: Parameters<ServerFile['change']>[1]): Promise<boolean> {
    const { loaded, found } = await entryOf(id);
    const path = ['mcpServers', found.key];
    let { text } = loaded;
    for (const [name, value] of Object.entries(own)) text = edit(text, [...path, 'baton', name], value ?? undefined);
    if (definition) {
      const { entry, secrets: values } = toFile(definition);
      const isGiven = [...values.values()].some((value) => value !== null);
      // A value that was not given stays where it is: in the store, or in the file if it was written there by hand.
      for (const [name, value] of values) {
        const before = valueIn(found.entry, name);
        if (value !== null || before === STORED) continue;
        if (before === undefined) throw new HostError('bad_request', reasonText('server.valueMissing', { name }));
        const variable = name.startsWith('env/') ? name.slice('env/'.length) : '';
        if (entry.env && isLoaderVariable(variable)) {
          // In view, as before.
          entry.env[variable] = before;
          values.delete(name);
        } else values.set(name, before);
      }
      const isOther = isGiven || hashDefinition(readEntry(entry)) !== hashDefinition(found.definition);
      for (const field of ['type', 'command', 'args', 'cwd', 'env', 'url', 'headers', 'oauth'])
        text = edit(text, [...path, field], entry[field]);
      const undo = await store(id, values);
      try {
        await writePrivate(file, text);
      } catch (error) {
        await undo();
        throw error;
      }
      // The change is made by now. What can't be deleted is at the next one, or with the server.
      await forget(id, entry).catch(() => undefined);
      return isOther;
    }
    await writePrivate(file, text);
    return false;
  }

  async function values({ id, definition }: Pick<ServerRow, 'id' | 'definition'>): Promise<ServerValues> {
    const { entry, definition: now } = (await entryOf(id)).found;
    if (hashDefinition(now) !== hashDefinition(definition)) throw new HostError('approval_stale');
    const inputs = new Map<string, string>();
    for (const token of inputsIn(openWords(entry))) {
      const value = await secrets.get(secretId(id, inputName(token)));
      if (value !== null) inputs.set(token, value);
    }
    const real = async (name: string, shown: string): Promise<string> => {
      const given = valueIn(entry, name) ?? '';
      const value = given === STORED ? await secrets.get(secretId(id, name)) : fillText(given, inputs);
      if (value === null) throw new HostError('key_missing', reasonText('server.valueGone', { name: shown }));
      return value;
    };
    const open = async (group: 'env' | 'headers') => {
      const out: Record<string, string> = {};
      for (const name of Object.keys(entry[group] ?? {})) out[name] = await real(`${group}/${name}`, name);
      return out;
    };
    const made = {
      env: await open('env'),
      headers: await open('headers'),
      args: (entry.args ?? []).map((arg) => fillText(arg, inputs)),
      url: fillText(entry.url ?? '', inputs),
      clientSecret:
        entry.oauth?.clientSecret === undefined ? null : await real('oauth/clientSecret', 'the client secret'),
      inputs: [...inputs.values()],
    };
    const left = openPlaceholder([
      ...made.args,
      ...Object.values(made.env),
      ...Object.values(made.headers),
      made.url,
      entry.command ?? '',
      entry.cwd ?? '',
    ]);
    if (left !== null) throw new HostError('bad_request', reasonText('server.left', { token: left }));
    return made;
  }

  return {
    async rows() {
      const { entries, warnings } = await load();
      return { rows: [...entries].map(([id, one]) => toRow(id, one)), warnings };
    },
    find: async (id) => toRow(id, (await entryOf(id)).found),
    add: (label, definition) => enqueue(() => add(label, definition)),
    addAll: (servers) => enqueue(() => addAll(servers)),
    change: (id, one) => enqueue(() => change(id, one)),
    remove: (id) =>
      enqueue(async () => {
        const { loaded, found } = await entryOf(id);
        // Without its entry nobody would ever delete the values.
        await forget(id, null);
        await writePrivate(file, edit(loaded.text, ['mcpServers', found.key], undefined));
      }),
    values,
  };
}
