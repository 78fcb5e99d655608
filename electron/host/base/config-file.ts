import { join } from 'node:path';
import { type ParseError, applyEdits, modify, parse, printParseErrorCode } from 'jsonc-parser';
import { type ConfigPatch, HostConfig, type HostConfigState } from '#contract/config.ts';
import { isObject } from '#core/json.ts';
import { reasonText } from '#core/reasons.ts';
import { readText, renameToBackup, writePrivate } from './private-file.ts';
import { createQueue } from './serialize.ts';

const DEFAULTS: HostConfig = { version: 1, practiceCharsPerSecond: 240 };

const FIRST_TEXT = `// Settings of Baton's host. Comments are kept when Baton changes a value.
{
  "version": 1
}
`;

export interface ConfigFile {
  read(): Promise<HostConfigState>;
  change(patch: ConfigPatch): Promise<HostConfigState>;
}

/** Parses each setting separately, so one invalid setting doesn't invalidate the others. */
function pick(value: unknown, warnings: string[]): HostConfig {
  const given = typeof value === 'object' && value !== null ? value : {};
  const config: Record<string, unknown> = { ...DEFAULTS };
  for (const [name, schema] of Object.entries(HostConfig.shape)) {
    if (!(name in given)) continue;
    const parsed = schema.safeParse(Reflect.get(given, name));
    if (parsed.success) config[name] = parsed.data;
    else warnings.push(reasonText('config.value', { name }));
  }
  return HostConfig.parse(config);
}

/**
 * Reads config.jsonc anew each time, so an edit by hand takes effect at once. A file with errors is never overwritten.
 */
export function createConfigFile(home: string, now: () => number): ConfigFile {
  const file = join(home, 'config.jsonc');
  const enqueue = createQueue();

  async function load(): Promise<{ text: string | null; value: unknown; broken: string | null }> {
    // Some editors put a byte order mark in front.
    const text = (await readText(file))?.replace(/^\ufeff/, '') ?? null;
    if (text === null) return { text, value: {}, broken: null };
    const errors: ParseError[] = [];
    const value: unknown = parse(text, errors, { allowTrailingComma: true });
    const [first] = errors;
    if (!first) return { text, value, broken: isObject(value) ? null : reasonText('config.shape') };
    const line = text.slice(0, first.offset).split('\n').length;
    return { text, value, broken: reasonText('config.broken', { line, problem: printParseErrorCode(first.error) }) };
  }

  async function read(): Promise<HostConfigState> {
    const { value, broken } = await load();
    if (broken !== null) return { config: DEFAULTS, warnings: [broken] };
    const warnings: string[] = [];
    return { config: pick(value, warnings), warnings };
  }

  async function change(patch: ConfigPatch): Promise<HostConfigState> {
    const { text, broken } = await load();
    if (broken !== null) await renameToBackup(file, now());
    let next = broken === null && text !== null ? text : FIRST_TEXT;
    for (const [name, value] of Object.entries(patch))
      next = applyEdits(
        next,
        modify(next, [name], value, { formattingOptions: { insertSpaces: true, tabSize: 2, eol: '\n' } }),
      );
    await writePrivate(file, next);
    return read();
  }

  return { read, change: (patch) => enqueue(() => change(patch)) };
}
