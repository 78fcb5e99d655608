import { McpDefinition } from '#contract/mcp.ts';
import type { McpServer } from '#contract/mcp.ts';

export interface Pair {
  key: number;
  name: string;
  value: string;
  /** The host has a value under this name; an empty field keeps it. */
  stored: boolean;
}

export type Kind = 'stdio' | 'http' | 'sse';

/** The state of the form, all as text. */
export interface FormValues {
  label: string;
  kind: Kind;
  command: string;
  args: string;
  cwd: string;
  url: string;
  pairs: Pair[];
  clientId: string;
  clientSecret: string;
  /** The host has a client secret; an empty field keeps it. */
  secretStored: boolean;
}

export type FieldName = 'label' | 'command' | 'url' | 'pairs' | 'clientId';
export type FieldProblem = 'empty' | 'badUrl' | 'badName' | 'taken';

export function emptyForm(): FormValues {
  return {
    label: '',
    kind: 'stdio',
    command: '',
    args: '',
    cwd: '',
    url: '',
    pairs: [],
    clientId: '',
    clientSecret: '',
    secretStored: false,
  };
}

export function formOf({ label, definition }: McpServer): FormValues {
  const pairs = (names: readonly string[]) =>
    names.map((name, index): Pair => ({ key: index, name, value: '', stored: true }));
  if (definition.kind === 'builtin') return { ...emptyForm(), label };
  if (definition.kind !== 'stdio') {
    const { kind, url, headerNames, client } = definition;
    return {
      ...emptyForm(),
      label,
      kind,
      url,
      pairs: pairs(headerNames),
      clientId: client?.id ?? '',
      secretStored: client?.hasSecret ?? false,
    };
  }
  const { command, args, cwd, envNames, steering } = definition;
  const open = Object.entries(steering).map(([name, value], index): Pair => ({
    key: envNames.length + index,
    name,
    value,
    stored: false,
  }));
  return {
    ...emptyForm(),
    label,
    command,
    args: showArgs(args),
    cwd: cwd ?? '',
    pairs: [...pairs(envNames), ...open],
  };
}

export type FormResult =
  | { ok: true; label: string; definition: McpDefinition }
  | { ok: false; problems: Partial<Record<FieldName, FieldProblem>> };

/** `taken`: the names of other servers. A question about a tool names its server, so a new name is unlike them. */
export function readForm(values: FormValues, taken: readonly string[] = []): FormResult {
  const problems: Partial<Record<FieldName, FieldProblem>> = {};
  const label = values.label.trim();
  if (label === '') problems.label = 'empty';
  else if (taken.some((name) => name.toLowerCase() === label.toLowerCase())) problems.label = 'taken';
  if (values.kind === 'stdio') {
    if (values.command.trim() === '') problems.command = 'empty';
  } else if (values.url.trim() === '') problems.url = 'empty';
  else if (!isWebAddress(values.url.trim())) problems.url = 'badUrl';
  const clientId = values.clientId.trim();
  const { clientSecret, secretStored } = values;
  if (values.kind !== 'stdio' && clientId === '' && clientSecret !== '') problems.clientId = 'empty';
  const secret = secretStored && clientSecret === '' ? null : clientSecret;
  const filled = values.pairs.filter(({ name, value }) => name.trim() !== '' || value !== '');
  const given = Object.fromEntries(
    filled.map(({ name, value, stored }) => [name.trim(), stored && value === '' ? null : value]),
  );
  const candidate =
    values.kind === 'stdio'
      ? {
          kind: 'stdio',
          command: values.command.trim(),
          args: readArgs(values.args),
          cwd: values.cwd.trim() === '' ? null : values.cwd.trim(),
          env: given,
        }
      : {
          kind: values.kind,
          url: values.url.trim(),
          headers: given,
          ...(clientId === '' ? {} : { client: { id: clientId, secret } }),
        };
  const parsed = McpDefinition.safeParse(candidate);
  const badPair = parsed.error?.issues.some(({ path }) => path[0] === 'env' || path[0] === 'headers');
  if (badPair || filled.some(({ name }) => name.trim() === '')) problems.pairs = 'badName';
  if (!parsed.success || Object.keys(problems).length > 0) return { ok: false, problems };
  return { ok: true, label, definition: parsed.data };
}

/** One argument per line, unchanged. If lines can't represent them, all as a JSON list. */
export function showArgs(args: readonly string[]): string {
  const lines = args.join('\n');
  const read = readArgs(lines);
  const same = read.length === args.length && read.every((arg, index) => arg === args[index]);
  // A text area normalizes every line break.
  return same && !lines.includes('\r') ? lines : JSON.stringify(args);
}

export function readArgs(text: string): string[] {
  if (text.trim() === '') return [];
  return readList(text) ?? text.replace(/\n+$/, '').split('\n');
}

function readList(text: string): string[] | null {
  if (!text.trimStart().startsWith('[')) return null;
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : null;
  } catch {
    return null;
  }
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
