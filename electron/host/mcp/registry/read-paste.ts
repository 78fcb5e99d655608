import { type ParseError, parse } from 'jsonc-parser';
import type { McpPasteProblem } from '#contract/mcp-imports.ts';
import { McpDefinition } from '#contract/mcp.ts';
import { isObject } from '#core/json.ts';
import { FileEntry, readEntry, type ServerDefinition } from './entry.ts';
import { readOtherFormat } from './other-formats.ts';
import { type TakenSettings, listsTools, readTakenSettings } from './taken-settings.ts';
import { splitCommandLine } from './split-command-line.ts';

export interface PastedServer {
  label: string;
  definition: McpDefinition;
  settings?: TakenSettings;
}

export interface Pasted {
  servers: PastedServer[];
  problems: McpPasteProblem[];
  /** The inputs that a file of VS Code describes next to its servers, unchanged. */
  inputs: unknown;
}

const MAX_COUNT = 100;
/** Brackets inside brackets. The files of other apps have about five. */
const MAX_DEPTH = 200;
/** Launchers whose first plain argument is the package and therefore the best name. */
const LAUNCHERS = new Set([
  'npx',
  'bunx',
  'pnpx',
  'uvx',
  'pipx',
  'npm',
  'pnpm',
  'yarn',
  'uv',
  'deno',
  'docker',
  'node',
  'python',
  'python3',
]);
const VERBS = new Set(['run', 'exec', 'dlx', 'x', 'tool', 'start']);

function nameOfCommand(command: string, args: readonly string[]): string {
  const program = command.replace(/^.*[\\/]/, '').replace(/\.(?:cmd|exe|bat)$/i, '');
  const named = LAUNCHERS.has(program) ? args.find((arg) => !arg.startsWith('-') && !VERBS.has(arg)) : undefined;
  const base = (named ?? program)
    .replace(/(.)@[^@/]*$/, '$1')
    .replace(/^.*[\\/]/, '')
    .replace(/\.[cm]?[jt]s$|\.py$/, '');
  return base.replace(/^(?:mcp-server-|server-)|(?:-mcp-server|-mcp)$/g, '') || 'server';
}

function nameOfUrl(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^(?:www|mcp|api)\./, '') : 'server';
}

function valuesOf(entry: FileEntry, definition: ServerDefinition): unknown {
  if (definition.kind === 'stdio') {
    const { kind, command, args, cwd } = definition;
    return { kind, command, args, cwd, env: entry.env ?? {} };
  }
  const { kind, url, client } = { client: undefined, url: '', ...definition };
  return {
    kind,
    url,
    headers: entry.headers ?? {},
    ...(client ? { client: { id: client.id, secret: entry.oauth?.clientSecret ?? '' } } : {}),
  };
}

function addProblem(into: Pasted, code: McpPasteProblem['code'], detail = '', server: string | null = null): void {
  into.problems.push({ code, server, detail });
}

/** Zed nests the command, opencode joins it with its arguments; Windsurf and Gemini use other names for the address. */
function commonShape(given: Record<string, unknown>): Record<string, unknown> {
  const { command, environment } = given;
  const [program, ...args] = Array.isArray(command) ? command : [];
  const shaped = {
    ...given,
    ...(isObject(command) ? { ...command, command: command['path'] } : {}),
    ...(Array.isArray(command) ? { command: program, args } : {}),
    ...(environment === undefined ? {} : { env: environment }),
  };
  const url = given['url'] ?? given['serverUrl'] ?? given['httpUrl'];
  return url === undefined ? shaped : { ...shaped, url };
}

function readOne(label: string, value: unknown, into: Pasted): void {
  const server = label.slice(0, 80).trim() || 'server';
  const shaped = commonShape(isObject(value) ? value : {});
  if (shaped['command'] === undefined && shaped['url'] === undefined) {
    addProblem(into, 'target', '', server);
    return;
  }
  const entry = FileEntry.safeParse(shaped);
  const definition = entry.success ? McpDefinition.safeParse(valuesOf(entry.data, readEntry(entry.data))) : entry;
  if (definition.success) {
    const settings = readTakenSettings(shaped);
    into.servers.push({ label: server, definition: definition.data, ...(settings && { settings }) });
    if (listsTools(shaped)) addProblem(into, 'tools', '', server);
  } else addProblem(into, 'field', definition.error.issues[0]?.path.join('.') ?? '', server);
}

const looksLikeServer = (value: unknown): boolean =>
  isObject(value) && ['command', 'url', 'serverUrl', 'httpUrl'].some((field) => field in value);

/** Finds the map of servers in any of the common formats, or null. A server may have one of these names, too. */
function findMap(value: Record<string, unknown>): Record<string, unknown> | null {
  for (const field of ['mcpServers', 'servers', 'context_servers', 'mcp.servers', 'mcp']) {
    const below = Object.hasOwn(value, field) ? value[field] : undefined;
    if (isObject(below) && !looksLikeServer(below)) return findMap(below) ?? below;
  }
  const values = Object.values(value);
  return values.length > 0 && values.every(looksLikeServer) ? value : null;
}

/** They are next to the servers: in .vscode/mcp.json at the top, in VS Code's settings under `mcp`. */
function inputsOf(value: Record<string, unknown>): unknown {
  const below = isObject(value['mcp']) ? value['mcp'] : {};
  return value['inputs'] ?? below['inputs'];
}

function readJson(text: string, into: Pasted): boolean {
  const errors: ParseError[] = [];
  // A single `"name": {…}` member copied out of a file lacks its braces.
  const wrapped = /^\s*"[^"]*"\s*:/.test(text) ? `{${text.replace(/,\s*$/, '')}}` : text;
  if (!/^\s*(?:\{|\/[/*])/.test(wrapped)) return false;
  const value: unknown = parse(wrapped, errors, { allowTrailingComma: true });
  if (errors.length > 0 || !isObject(value)) {
    addProblem(into, 'json');
    return true;
  }
  readServers(value, into);
  return true;
}

function readServers(value: Record<string, unknown>, into: Pasted): void {
  if (looksLikeServer(value)) {
    const name = value['name'] ?? value['label'];
    const guess =
      typeof value['command'] === 'string'
        ? nameOfCommand(value['command'], Array.isArray(value['args']) ? value['args'].map(String) : [])
        : Array.isArray(value['command'])
          ? nameOfCommand(String(value['command'][0]), value['command'].slice(1).map(String))
          : nameOfUrl(String(value['url'] ?? value['serverUrl'] ?? value['httpUrl']));
    readOne(typeof name === 'string' ? name : guess, value, into);
    return;
  }
  const map = findMap(value);
  if (!map) addProblem(into, 'none');
  into.inputs = inputsOf(value);
  for (const [label, one] of Object.entries(map ?? {}).slice(0, MAX_COUNT)) readOne(label, one, into);
  if (Object.keys(map ?? {}).length > MAX_COUNT) addProblem(into, 'most', String(MAX_COUNT));
}

function readCommandLine(line: string, into: Pasted): void {
  // Removes shell prompts that were copied too.
  const words = splitCommandLine(line.replace(/^\s*[$>]\s+/, ''));
  if (words === null) {
    addProblem(into, 'command-line');
    return;
  }
  const start = words.findIndex((word) => !/^\w+=/.test(word));
  const [command, ...args] = start < 0 ? [] : words.slice(start);
  if (command === undefined) return;
  const env = Object.fromEntries(
    words.slice(0, start).map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]),
  );
  readOne(nameOfCommand(command, args), { command, args, env }, into);
}

/** A command in several lines, of which a backslash says that the next one belongs to it. */
function joinedLines(lines: readonly string[]): string[] {
  const joined: string[] = [];
  let open = false;
  for (const line of lines) {
    const goesOn = /(?<!\\)(?:\\\\)*\\$/.test(line);
    const text = goesOn ? line.slice(0, -1).trimEnd() : line;
    if (open) joined.push(`${joined.pop() ?? ''} ${text}`);
    else joined.push(text);
    open = goesOn;
  }
  return joined;
}

/** The parsers call themselves for each level, so text that only nests would exhaust the stack. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const letter of text)
    if (letter === '{' || letter === '[') {
      if (++depth > MAX_DEPTH) return true;
    } else if (letter === '}' || letter === ']') depth--;
  return false;
}

/** Reads servers that are there as data, with descriptions of what they ask for as VS Code gives them. */
export function readServerMap(map: Record<string, unknown>, inputs: unknown): Pasted {
  const into: Pasted = { servers: [], problems: [], inputs };
  for (const [label, one] of Object.entries(map)) readOne(label, one, into);
  return into;
}

/** Parses what users paste: a configuration file of any client, one server of it, a command line, or an address. */
export function readPaste(text: string): Pasted {
  const into: Pasted = { servers: [], problems: [], inputs: undefined };
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  if (isTooDeep(trimmed)) {
    addProblem(into, 'none');
    return into;
  }
  if (readJson(trimmed, into)) return into;
  const lines = trimmed
    .split(/\r?\n/)
    .map((one) => one.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const other = readOtherFormat(trimmed, lines);
  if (other !== null) {
    if ('broken' in other) addProblem(into, 'format', other.broken);
    else {
      for (const label of other.own) addProblem(into, 'own', '', label.slice(0, 80));
      if (other.own.length === 0 || Object.keys(other.value['mcpServers'] ?? {}).length > 0)
        readServers(other.value, into);
    }
  } else
    for (const line of joinedLines(lines))
      if (/^https?:\/\/\S+$/i.test(line)) readOne(nameOfUrl(line), { url: line }, into);
      else readCommandLine(line, into);
  if (into.servers.length === 0 && into.problems.length === 0) addProblem(into, 'none');
  return into;
}
