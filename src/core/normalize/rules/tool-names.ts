import { derive } from '../../draft/derive.ts';
import type { Draft, RuleContext } from '../../draft/draft.ts';
import { forEachAnswer, isCall } from '../../draft/draft.ts';
import { shortId } from '../../hash.ts';
import type { Dialect } from '../../vendors/base/dialect.ts';

/** Both directions of the names of one request. */
export interface NameMap {
  wireName(name: string): string;
  /** Wire name -> Baton's name. */
  readonly names: ReadonlyMap<string, string>;
}

/**
 * Gives every tool a name that the endpoint accepts, reversibly (A16, O5, G7). Offered tools come first, so their names
 * depend only on the tool list. A name that two tools would share gets a suffix derived from the tool's own name.
 */
export function nameTools(offered: readonly string[], dialect: Dialect): NameMap {
  const wireNames = new Map<string, string>();
  const names = new Map<string, string>();
  const claim = (name: string, wireName: string): string => {
    wireNames.set(name, wireName);
    names.set(wireName, name);
    return wireName;
  };
  const claimNew = (name: string): string => {
    const plain = legalName(name, dialect);
    return claim(name, names.has(plain) ? distinctName(plain, name, dialect, names) : plain);
  };
  for (const name of offered) if (dialect.toolName.legal.test(name) && !wireNames.has(name)) claim(name, name);
  for (const name of offered) if (!wireNames.has(name)) claimNew(name);
  // A history may hold a name in its wire spelling, from an import or an answer that was never mapped back.
  const wireName = (name: string) => wireNames.get(name) ?? (names.has(name) ? name : claimNew(name));
  return { wireName, names };
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
export function renameCalls(draft: Draft, context: RuleContext, map: NameMap): void {
  forEachAnswer(draft, (item) => {
    for (const call of item.parts) {
      if (!isCall(call)) continue;
      const name = map.wireName(call.part.name);
      if (name === call.part.name) continue;
      context.note('rename-tool', call.at, `${call.part.name} -> ${name}`);
      const { part } = call;
      call.part = derive(part, `name ${name}`, () => ({ ...part, name }));
    }
  });
}
