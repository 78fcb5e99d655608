import { derive } from '../../draft/derive.ts';
import type { Draft, RuleContext } from '../../draft/draft.ts';
import { isCall } from '../../draft/draft.ts';
import { shortId } from '../../hash.ts';
import type { Dialect } from '../../vendors/base/dialect.ts';

/**
 * Gives every tool a name that the endpoint accepts, reversibly (A16, O5, G7). Offered tools come first, so their names
 * depend only on the tool list. A name that two tools would share gets a suffix derived from the tool's own name.
 */
export class ToolNames {
  readonly #dialect: Dialect;
  readonly #wireNames = new Map<string, string>();
  readonly #names = new Map<string, string>();

  constructor(offered: readonly string[], dialect: Dialect) {
    this.#dialect = dialect;
    for (const name of offered)
      if (dialect.toolName.legal.test(name) && !this.#wireNames.has(name)) this.#claim(name, name);
    for (const name of offered) if (!this.#wireNames.has(name)) this.#claimNew(name);
  }

  /** Wire name -> Baton's name. */
  get names(): ReadonlyMap<string, string> {
    return this.#names;
  }

  /** A name that no tool has yet is given one. */
  wireName(name: string): string {
    // A history may hold a name in its wire spelling, from an import or an answer that was never mapped back.
    return this.#wireNames.get(name) ?? (this.#names.has(name) ? name : this.#claimNew(name));
  }

  /** The same names, to which others can be added without changing these. */
  copy(): ToolNames {
    const copy = new ToolNames([], this.#dialect);
    for (const [name, wireName] of this.#wireNames) copy.#claim(name, wireName);
    return copy;
  }

  #claimNew(name: string): string {
    const plain = legalName(name, this.#dialect);
    const taken = this.#names.has(plain);
    return this.#claim(name, taken ? distinctName(plain, name, this.#dialect, this.#names) : plain);
  }

  #claim(name: string, wireName: string): string {
    this.#wireNames.set(name, wireName);
    this.#names.set(wireName, name);
    return wireName;
  }
}

function legalName(name: string, { toolName }: Dialect): string {
  if (toolName.legal.test(name)) return name;
  let plain = name.trim().replace(/[^a-zA-Z0-9_-]/g, '_');
  if (plain.replaceAll('_', '') === '') plain = `tool_${shortId(name, 6)}`;
  if (!toolName.startsWithDigit && !/^[a-zA-Z_]/.test(plain)) plain = `_${plain}`;
  return plain.length <= toolName.maxLength ? plain : withSuffix(plain, shortId(name, 6), toolName.maxLength);
}

function distinctName(plain: string, name: string, { toolName }: Dialect, taken: ReadonlyMap<string, string>): string {
  for (let attempt = 0; ; attempt++) {
    const distinct = withSuffix(plain, shortId(`${name}|${attempt}`, 6), toolName.maxLength);
    if (!taken.has(distinct)) return distinct;
  }
}

function withSuffix(name: string, suffix: string, maxLength: number): string {
  return `${name.slice(0, maxLength - suffix.length - 1)}_${suffix}`;
}

/** Calls in the history use the same names as the offered tools. */
export function renameCalls(draft: Draft, context: RuleContext, names: ToolNames): void {
  for (const item of draft.items) {
    if (item.role === 'user') continue;
    for (const call of item.parts) {
      if (!isCall(call)) continue;
      const name = names.wireName(call.part.name);
      if (name === call.part.name) continue;
      context.notes.add('rename-tool', call.at, `${call.part.name} -> ${name}`);
      const { part } = call;
      call.part = derive(part, `name ${name}`, () => ({ ...part, name }));
    }
  }
}
