import { PRICE_PARTS, type Model, type ModelOverride, type PricePart } from '#core/model.ts';
import { FACT_LIMITS } from '#state/model-overrides.ts';
import { parseDollars, parseTokens, type NumberProblem, type ParsedNumber } from './parse-facts.ts';

export const ABILITIES = ['images', 'files', 'tools'] as const satisfies readonly (keyof ModelOverride)[];
export type Ability = (typeof ABILITIES)[number];
export const SIZES = ['contextWindow', 'maxOutput'] as const satisfies readonly (keyof ModelOverride)[];
export type Size = (typeof SIZES)[number];
export const NUMBERS = [...SIZES, ...PRICE_PARTS] as const;
export type NumberField = Size | PricePart;

/** The state of the form: text as typed, and `null` for an ability that keeps its known value. */
export type FactsFields = Record<NumberField, string> & Record<Ability, boolean | null>;

/** `over-window`: an answer longer than the context window. `half-price`: only one of input and output is known. */
export type FactProblem = NumberProblem | 'over-window' | 'half-price';
export type FactProblems = Partial<Record<NumberField, FactProblem>>;

export const EMPTY_FIELDS: FactsFields = {
  contextWindow: '',
  maxOutput: '',
  input: '',
  output: '',
  cacheRead: '',
  cacheWrite: '',
  images: null,
  files: null,
  tools: null,
};

const isSize = (field: NumberField): field is Size => field === 'contextWindow' || field === 'maxOutput';

/** A number in the form's notation. */
export function numberText(field: NumberField, value: number | null | undefined): string {
  if (value === null || value === undefined) return '';
  return isSize(field) ? new Intl.NumberFormat('en').format(value) : String(value);
}

export function factNumber(field: NumberField, facts: Model | ModelOverride): number | null | undefined {
  return isSize(field) ? facts[field] : facts.price?.[field];
}

export function fieldsOf(override: ModelOverride): FactsFields {
  const fields = { ...EMPTY_FIELDS };
  for (const field of NUMBERS) fields[field] = numberText(field, factNumber(field, override));
  for (const ability of ABILITIES) fields[ability] = override[ability] ?? null;
  return fields;
}

/** Parses one field; `null` when it is empty. */
export function readNumber(field: NumberField, text: string): ParsedNumber | null {
  if (text.trim() === '') return null;
  return isSize(field) ? parseTokens(text, FACT_LIMITS[field]) : parseDollars(text, FACT_LIMITS.price);
}

/** Parses the form into the user's values or the problems with them. `base` applies to empty fields. */
export function readFields(
  fields: FactsFields,
  base: Model,
): { override: ModelOverride; problems: null } | { override: null; problems: FactProblems } {
  const problems: FactProblems = {};
  const numbers: Partial<Record<NumberField, number>> = {};
  for (const field of NUMBERS) {
    const read = readNumber(field, fields[field]);
    if (!read) continue;
    if ('problem' in read) problems[field] = read.problem;
    else numbers[field] = read.value;
  }
  const { contextWindow, maxOutput, ...price } = numbers;
  const window = contextWindow ?? base.contextWindow;
  if (maxOutput !== undefined && window !== null && maxOutput > window) problems.maxOutput = 'over-window';
  if (!base.price && PRICE_PARTS.some((part) => fields[part].trim() !== ''))
    for (const part of ['input', 'output'] as const) if (price[part] === undefined) problems[part] ??= 'half-price';
  if (Object.keys(problems).length > 0) return { override: null, problems };

  const override: ModelOverride = {
    ...(contextWindow !== undefined && { contextWindow }),
    ...(maxOutput !== undefined && { maxOutput }),
    ...(Object.keys(price).length > 0 && { price }),
  };
  for (const ability of ABILITIES) {
    const said = fields[ability];
    if (said !== null) override[ability] = said;
  }
  return { override, problems: null };
}

export type FactSource = 'catalog' | 'list' | 'guess' | 'unknown';

/**
 * The source of a value the user hasn't set: `known` is Baton's row, `base` the same combined with the vendor's list.
 */
export function sourceOf(field: NumberField | Ability, known: Model, base: Model): FactSource {
  const value = (facts: Model) => (isAbility(field) ? facts[field] : (factNumber(field, facts) ?? null));
  if (value(base) === null) return 'unknown';
  if (value(known) !== value(base)) return 'list';
  return known.asOf === undefined ? 'guess' : 'catalog';
}

const isAbility = (field: NumberField | Ability): field is Ability => ABILITIES.some((one) => one === field);
