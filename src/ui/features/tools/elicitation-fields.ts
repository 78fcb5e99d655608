import type { Elicitation } from '#tools/mcp/elicitation.ts';
import { isObject } from '#core/json.ts';
import { visibleText } from '#ui/kit/text/visible-text.ts';
import {
  itemsError,
  numberError,
  rulesOf,
  textError,
  toLocal,
  withZone,
  type FieldError,
  type FieldRules,
} from './check-answer.ts';

type Schema = Extract<Elicitation, { mode: 'form' }>['schema'];

export type FieldKind = 'text' | 'number' | 'integer' | 'boolean' | 'one' | 'many';

/** One field of a form, of the few kinds that MCP allows. */
export interface ElicitedField {
  name: string;
  label: string;
  hint: string | null;
  kind: FieldKind;
  required: boolean;
  choices: { value: string; label: string }[];
  /** The type of the input: `email`, `url`, `date`; otherwise text. */
  inputType: string;
  initial: string | boolean | readonly string[];
  rules: FieldRules;
}

export type Answers = Record<string, string | boolean | readonly string[]>;
const INPUT_TYPES: Readonly<Record<string, string>> = {
  email: 'email',
  uri: 'url',
  date: 'date',
  'date-time': 'datetime-local',
};

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

/** The fields in schema order. An unknown kind becomes a text field. */
export function fieldsOf(schema: Schema): ElicitedField[] {
  const required = new Set(schema.required);
  return Object.entries(schema.properties).map(([name, given]) => {
    const property: Record<string, unknown> = { ...given };
    const choices = choicesOf(property) ?? choicesOf(property['items']) ?? [];
    const kind = kindOf(property, choices.length > 0);
    const rules = rulesOf(property);
    return {
      name,
      label: text(property['title']) ?? name,
      hint: text(property['description']),
      kind,
      required: required.has(name),
      choices,
      inputType: INPUT_TYPES[rules.format ?? ''] ?? 'text',
      initial: initialOf(kind, property['default'], rules),
      rules,
    };
  });
}

/** The field as the user sees it, with nothing hidden in what the server wrote. */
export const shownField = (field: ElicitedField): ElicitedField => ({
  ...field,
  label: visibleText(field.label).text,
  hint: field.hint === null ? null : visibleText(field.hint).text,
  choices: field.choices.map(({ value, label }) => ({ value, label: visibleText(label).text })),
});

function kindOf(property: Record<string, unknown>, hasChoices: boolean): FieldKind {
  switch (property['type']) {
    case 'boolean':
    case 'number':
    case 'integer':
      return property['type'];
    case 'array':
      return 'many';
    default:
      return hasChoices ? 'one' : 'text';
  }
}

function choicesOf(value: unknown): ElicitedField['choices'] | null {
  if (!isObject(value)) return null;
  const titled = value['oneOf'] ?? value['anyOf'];
  if (Array.isArray(titled)) {
    return titled.filter(isObject).map((one) => {
      const own = String(one['const']);
      return { value: own, label: text(one['title']) ?? own };
    });
  }
  const names = Array.isArray(value['enumNames']) ? value['enumNames'] : [];
  if (!Array.isArray(value['enum'])) return null;
  return value['enum'].map((one, index) => ({ value: String(one), label: text(names[index]) ?? String(one) }));
}

function initialOf(kind: FieldKind, given: unknown, { format }: FieldRules): ElicitedField['initial'] {
  if (kind === 'boolean') return given === true;
  if (kind === 'many') return Array.isArray(given) ? given.map(String) : [];
  if (format === 'date-time') return typeof given === 'string' ? toLocal(given) : '';
  return typeof given === 'string' || typeof given === 'number' ? String(given) : '';
}

export type Content = Record<string, string | number | boolean | string[]>;

type Read = { value: Content[string] } | { error: FieldError } | null;

/** The answers in the form that the schema requires, each checked against it. Empty ones are left out. */
export function contentOf(
  fields: readonly ElicitedField[],
  answers: Answers,
): { content: Content; errors: Record<string, FieldError> } {
  const content: Content = {};
  const errors: Record<string, FieldError> = {};
  for (const field of fields) {
    const read = readAnswer(field, answers[field.name]);
    if (read === null && field.required) errors[field.name] = { wrong: 'required' };
    else if (read && 'error' in read) errors[field.name] = read.error;
    else if (read) content[field.name] = read.value;
  }
  return { content, errors };
}

/** `null` for an empty answer. */
function readAnswer(field: ElicitedField, answer: Answers[string] | undefined): Read {
  if (typeof answer === 'boolean') return { value: answer };
  if (typeof answer === 'string') return readText(field, answer);
  if (!answer || answer.length === 0) return null;
  return readValue([...answer], itemsError(answer.length, field.rules) ?? choiceError(field, answer));
}

function readText(field: ElicitedField, answer: string): Read {
  const { kind, rules } = field;
  const trimmed = answer.trim();
  if (trimmed === '') return null;
  if (kind === 'number' || kind === 'integer') {
    const number = Number(trimmed);
    return readValue(number, numberError(number, kind === 'integer', rules));
  }
  if (kind === 'one') return readValue(answer, choiceError(field, [answer]));
  // Around an address or a date a space is a typo. In free text it may be intended.
  const given = rules.format === undefined ? answer : trimmed;
  const value = rules.format === 'date-time' ? withZone(given) : given;
  return readValue(value, textError(value, rules));
}

const readValue = (value: Content[string], error: FieldError | null): Read => (error ? { error } : { value });

function choiceError({ choices }: ElicitedField, chosen: readonly string[]): FieldError | null {
  if (choices.length === 0) return null;
  return chosen.every((one) => choices.some(({ value }) => value === one)) ? null : { wrong: 'choice' };
}
