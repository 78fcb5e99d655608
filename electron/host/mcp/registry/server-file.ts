import { join } from 'node:path';
import { type ParseError, applyEdits, modify, parse, printParseErrorCode } from 'jsonc-parser';
import type { McpDefinition } from '#contract/mcp.ts';
import type { Clock, SecretStore } from '../../deps.ts';
import { readText, setAside, writePrivate } from '../../private-file.ts';
import { HostError } from '../../problem.ts';
import { createQueue } from '../../serialize.ts';
import { FileEntry, STORED, type ServerDefinition, readEntry, toFile } from './entry.ts';
import { idFor } from './server-id.ts';

export interface ServerRow {
  id: string;
  label: string;
  enabled: boolean;
  toolsOff: readonly string[];
  definition: ServerDefinition;
}

export interface ServerFile {
  rows(): Promise<{ rows: ServerRow[]; warnings: string[] }>;
  /** Throws `unknown_server`. */
  find(id: string): Promise<ServerRow>;
  add(label: string, definition: McpDefinition, enabled: boolean): Promise<ServerRow>;
  change(
    id: string,
    change: { label?: string; enabled?: boolean; toolsOff?: string[]; definition?: McpDefinition },
  ): Promise<void>;
  remove(id: string): Promise<void>;
  /** The values a server is started with. For the process or the request alone; no route returns them. */
  values(id: string): Promise<{ env: Record<string, string>; headers: Record<string, string> }>;
}

const FORMAT = { formattingOptions: { insertSpaces: true, tabSize: 2, eol: '\n' } };
const FIRST_TEXT = '{\n  "mcpServers": {}\n}\n';
const MOST = 200;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const secretId = (id: string, name: string) => `mcp/${id}/${name}`;

interface Loaded {
  text: string;
  entries: Map<string, { key: string; entry: FileEntry; definition: ServerDefinition }>;
  warnings: string[];
  broken: boolean;
}

/**
 * mcp.json: servers in the shape every client knows, Baton's fields under `baton` beside them. Read anew each time, so
 * that an edit by hand counts at once; comments and unknown fields stay; a file with errors is reported and never
 * overwritten. Values given through Baton are in the secret store, the file has a placeholder for them.
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
      return { ...none, warnings: [`mcp.json could not be read. Line ${line}: ${printParseErrorCode(first.error)}.`] };
    }
    const servers = isObject(value) ? (value['mcpServers'] ?? {}) : null;
    if (!isObject(servers)) return { ...none, warnings: ['mcp.json could not be read: "mcpServers" is no object.'] };
    return { text, ...readServers(servers), broken: false };
  }

  function readServers(servers: Record<string, unknown>): Pick<Loaded, 'entries' | 'warnings'> {
    const entries: Loaded['entries'] = new Map();
    const warnings: string[] = [];
    for (const [key, given] of Object.entries(servers).slice(0, MOST)) {
      try {
        const entry = FileEntry.parse(given);
        entries.set(idFor(key, new Set(entries.keys())), { key, entry, definition: readEntry(entry) });
      } catch (error) {
        const reason = error instanceof Error && error.name === 'Error' ? error.message : 'it is not understood';
        warnings.push(`mcp.json: the server "${key.slice(0, 80)}" was left out: ${reason}.`);
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
    // Written by other clients or by hand it has no word of Baton's, and starts nothing.
    enabled: entry.baton?.enabled ?? false,
    toolsOff: entry.baton?.toolsOff ?? [],
    definition,
  });

  async function entryOf(id: string) {
    const loaded = await load();
    const found = loaded.entries.get(id);
    if (!found) throw new HostError('unknown_server', `There is no MCP server "${id.slice(0, 60)}".`);
    return { loaded, found };
  }

  async function store(id: string, values: ReadonlyMap<string, string | null>): Promise<void> {
    for (const [name, value] of values) if (value !== null) await secrets.set(secretId(id, name), value);
  }

  async function forget(id: string, entry: FileEntry, keep: ReadonlySet<string> = new Set()): Promise<void> {
    const names = [
      ...Object.keys(entry.env ?? {}).map((one) => `env/${one}`),
      ...Object.keys(entry.headers ?? {}).map((one) => `headers/${one}`),
    ];
    for (const name of names) if (!keep.has(name) && valueIn(entry, name) === STORED) await discard(secretId(id, name));
  }

  /** A store that is locked or was never chosen must not keep a server from being removed. */
  async function discard(name: string): Promise<void> {
    await secrets.delete(name).catch((error: unknown) => {
      if (!(error instanceof HostError)) throw error;
    });
  }

  function valueIn(entry: FileEntry, name: string): string | undefined {
    const [group, ...rest] = name.split('/');
    return (group === 'env' ? entry.env : entry.headers)?.[rest.join('/')];
  }

  function edit(text: string, path: (string | number)[], value: unknown): string {
    return applyEdits(text, modify(text, path, value, FORMAT));
  }

  async function add(label: string, given: McpDefinition, enabled: boolean): Promise<ServerRow> {
    let loaded = await load();
    if (loaded.broken) {
      await setAside(file, clock.now());
      loaded = await load();
    }
    if (loaded.entries.size >= MOST) throw new HostError('bad_request', `There are ${MOST} servers already.`);
    const id = idFor(label, new Set(loaded.entries.keys()));
    const { entry, secrets: values } = toFile(given);
    await store(id, values);
    await writePrivate(file, edit(loaded.text, ['mcpServers', id], { ...entry, baton: { label, enabled } }));
    return toRow(id, { key: id, entry: { ...entry, baton: { label, enabled } }, definition: readEntry(entry) });
  }

  async function change(id: string, { definition, ...own }: Parameters<ServerFile['change']>[1]): Promise<void> {
    const { loaded, found } = await entryOf(id);
    const path = ['mcpServers', found.key];
    let { text } = loaded;
    for (const [name, value] of Object.entries(own)) text = edit(text, [...path, 'baton', name], value);
    if (definition) {
      const { entry, secrets: values } = toFile(definition);
      // A value that was not given stays where it is: in the store, or in the file if it was written there by hand.
      for (const [name, value] of values) {
        const before = valueIn(found.entry, name);
        if (value !== null) continue;
        if (before === undefined) throw new HostError('bad_request', `A value for ${name} is missing.`);
        if (before !== STORED) values.set(name, before);
      }
      await store(id, values);
      for (const field of ['type', 'command', 'args', 'cwd', 'env', 'url', 'headers'])
        text = edit(text, [...path, field], entry[field]);
      await writePrivate(file, text);
      await forget(id, found.entry, new Set(values.keys()));
      return;
    }
    await writePrivate(file, text);
  }

  async function values(id: string): Promise<{ env: Record<string, string>; headers: Record<string, string> }> {
    const { found } = await entryOf(id);
    const open = async (group: 'env' | 'headers') => {
      const out: Record<string, string> = {};
      for (const [name, value] of Object.entries(found.entry[group] ?? {})) {
        const real = value === STORED ? await secrets.get(secretId(id, `${group}/${name}`)) : value;
        if (real === null)
          throw new HostError('key_missing', `The value of ${name} is not stored any more. Enter it again.`);
        out[name] = real;
      }
      return out;
    };
    return { env: await open('env'), headers: await open('headers') };
  }

  return {
    async rows() {
      const { entries, warnings } = await load();
      return { rows: [...entries].map(([id, one]) => toRow(id, one)), warnings };
    },
    find: async (id) => toRow(id, (await entryOf(id)).found),
    add: (label, definition, enabled) => enqueue(() => add(label, definition, enabled)),
    change: (id, one) => enqueue(() => change(id, one)),
    remove: (id) =>
      enqueue(async () => {
        const { loaded, found } = await entryOf(id);
        await writePrivate(file, edit(loaded.text, ['mcpServers', found.key], undefined));
        await forget(id, found.entry);
        await discard(secretId(id, 'oauth'));
      }),
    values,
  };
}
