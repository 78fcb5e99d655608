import type { McpPasteInput } from '#contract/mcp-imports.ts';
import { isObject } from '#core/json.ts';
import { isLoaderVariable } from './entry.ts';
import type { PastedServer } from './read-paste.ts';

/**
 * Placeholders that other clients fill in before they start a server: `${input:key}`, `${workspaceFolder}` and
 * `${env:NAME}` of VS Code and Cursor, `${NAME}` and `${NAME:-default}` of Claude Code, `{env:NAME}` and `{file:path}`
 * of opencode (their documentation, 2026-11).
 */
const PLACEHOLDER = /\$\{[^{}]*\}|\{(?:env|file):[^{}]*\}/g;
const INPUT = /^\$\{input:(.*)\}$/;
const FOLDER = /^\$\{workspaceFolder(?::[^}]*)?\}$/;
const DEFAULT = /^\$\{\w+:-(.*)\}$/;
/** Never meant for the program itself. A plain `${NAME}` may be: an argument can be a line for a command shell. */
const OF_A_CLIENT = /\$\{(?:input:|env:|workspaceFolder)[^{}]*\}/;

const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** Returns a placeholder that only its client could have filled, or null. */
export function openPlaceholder(words: readonly string[]): string | null {
  return words.map((word) => OF_A_CLIENT.exec(word)?.[0]).find((found) => found !== undefined) ?? null;
}

/** Returns the placeholders in a text whose values may be in the secret store. */
export function inputsIn(words: readonly string[]): string[] {
  return [...new Set(words.flatMap((word) => word.match(PLACEHOLDER) ?? []).filter((token) => INPUT.test(token)))];
}

export function fillText(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(PLACEHOLDER, (token) => values.get(token) ?? token);
}

/** Lists every value of a definition that may contain a placeholder; `hidden` values are stored as secrets. */
function valuesOf({ definition }: PastedServer): { value: string; hidden: boolean }[] {
  const open = (value: string) => ({ value, hidden: false });
  const named = (values: Readonly<Record<string, string | null>>) =>
    Object.entries(values).map(([name, value]) => ({ value: value ?? '', hidden: !isLoaderVariable(name) }));
  if (definition.kind !== 'stdio') return [open(definition.url), ...named(definition.headers)];
  const { command, args, cwd, env } = definition;
  return [open(command), ...args.map(open), open(cwd ?? ''), ...named(env)];
}

/**
 * Lists what to ask the user before these servers can be stored. `inputs`: from the pasted file, as VS Code describes
 * them.
 */
export function inputsOf(servers: readonly PastedServer[], inputs: unknown, folder: string): McpPasteInput[] {
  const described = (Array.isArray(inputs) ? inputs : []).filter(isObject);
  const found = new Map<string, { servers: Set<string>; hidden: boolean }>();
  for (const server of servers)
    for (const { value, hidden } of valuesOf(server))
      for (const token of value.match(PLACEHOLDER) ?? []) {
        const one = found.get(token) ?? { servers: new Set(), hidden: true };
        one.servers.add(server.label);
        one.hidden &&= hidden;
        found.set(token, one);
      }
  return [...found].map(([token, { servers: labels, hidden }]) => {
    const key = INPUT.exec(token)?.[1];
    const input = described.find((one) => one['id'] === key) ?? {};
    const isFolder = FOLDER.test(token);
    const secret = key === undefined ? !isFolder && hidden : input['password'] === true;
    // The consent shows a secret's placeholder in its place, so what stands there must come from the user.
    const usual = secret && !hidden ? '' : text(input['default']);
    const options = Array.isArray(input['options']) ? input['options'] : [];
    return {
      token,
      kind: key !== undefined ? 'input' : isFolder ? 'folder' : 'variable',
      description: text(input['description']).slice(0, 500),
      secret,
      optional: input['optional'] === true,
      multiple: input['multiple'] === true,
      initial: usual || (isFolder ? folder : (DEFAULT.exec(token)?.[1] ?? '')),
      choices: options.map((option) => text(isObject(option) ? option['value'] : option)).filter((one) => one !== ''),
      servers: [...labels],
    };
  });
}

/**
 * Fills the answers into the server. Where a secret would be readable in the file, its placeholder stays and the value
 * goes to `inputs`, for the secret store.
 */
export function fillServer(
  { label, definition, settings }: PastedServer,
  asks: readonly McpPasteInput[],
  answers: Readonly<Record<string, string>>,
): PastedServer & { inputs: Map<string, string> } {
  const given = asks.map(({ token, secret }) => ({ token, secret, value: answers[token] ?? '' }));
  const all = new Map(given.map(({ token, value }) => [token, value]));
  const open = new Map(
    given.filter((one) => !one.secret || !INPUT.test(one.token)).map((one) => [one.token, one.value]),
  );
  const named = (values: Readonly<Record<string, string | null>>) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, fillText(value ?? '', isLoaderVariable(name) ? open : all)]),
    );
  /** An argument that asks for several values becomes one for each. */
  const listed = new Map(
    asks
      .filter(({ multiple, secret }) => multiple && !secret)
      .map(({ token }) => [token, (open.get(token) ?? '').split('\n')]),
  );
  const argumentsOf = (arg: string): string[] => {
    if (skipped.has(arg)) return [];
    return (
      listed
        .get(arg)
        ?.map((one) => one.trim())
        .filter((one) => one !== '') ?? [fillText(arg, open)]
    );
  };
  /** Values of their own that the user left empty, and that the server can do without. */
  const skipped = new Set(
    asks.flatMap(({ token, optional }) => (optional && (all.get(token) ?? '') === '' ? [token] : [])),
  );
  const kept = (values: Readonly<Record<string, string | null>>) =>
    Object.fromEntries(Object.entries(values).filter(([, value]) => value === null || !skipped.has(value)));
  const filled: PastedServer['definition'] =
    definition.kind === 'stdio'
      ? {
          ...definition,
          command: fillText(definition.command, open),
          args: definition.args.flatMap((arg) => argumentsOf(arg)),
          cwd: definition.cwd === null ? null : fillText(definition.cwd, open),
          env: named(kept(definition.env)),
        }
      : { ...definition, url: fillText(definition.url, open), headers: named(kept(definition.headers)) };
  const left = inputsIn(
    filled.kind === 'stdio' ? [...filled.args, ...Object.values(filled.env).map((value) => value ?? '')] : [filled.url],
  );
  return {
    label,
    definition: filled,
    ...(settings && { settings }),
    inputs: new Map(left.map((token) => [token, all.get(token) ?? ''])),
  };
}
