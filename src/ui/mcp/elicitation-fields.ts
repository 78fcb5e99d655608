import type { Elicitation } from '#tools/mcp/elicitation.ts';

type Schema = Extract<Elicitation, { mode: 'form' }>['schema'];

export type FieldKind = 'text' | 'number' | 'integer' | 'boolean' | 'one' | 'many';

/** One question of a form, of the few kinds that MCP allows. */
export interface ElicitedField {
  name: string;
  label: string;
  hint: string | null;
  kind: FieldKind;
  required: boolean;
  choices: { value: string; label: string }[];
  /** For an input: `email`, `url`, `date`; everything else is text. */
  inputType: string;
  initial: string | boolean | readonly string[];
}

export type Answers = Record<string, string | boolean | readonly string[]>;
export type FieldError = 'required' | 'number';

const INPUT_TYPES: Readonly<Record<string, string>> = {
  email: 'email',
  uri: 'url',
  date: 'date',
  'date-time': 'datetime-local',
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

/** The fields in the order of the schema; a kind that is not known is asked for as text. */
export function fieldsOf(schema: Schema): ElicitedField[] {
  const required = new Set(schema.required);
  return Object.entries(schema.properties).map(([name, given]) => {
    const property: Record<string, unknown> = { ...given };
    const choices = choicesOf(property) ?? choicesOf(property['items']) ?? [];
    const kind = kindOf(property, choices.length > 0);
    return {
      name,
      label: text(property['title']) ?? name,
      hint: text(property['description']),
      kind,
      required: required.has(name),
      choices,
      inputType: INPUT_TYPES[text(property['format']) ?? ''] ?? 'text',
      initial: initialOf(kind, property['default']),
    };
  });
}

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

function initialOf(kind: FieldKind, given: unknown): ElicitedField['initial'] {
  if (kind === 'boolean') return given === true;
  if (kind === 'many') return Array.isArray(given) ? given.map(String) : [];
  return typeof given === 'string' || typeof given === 'number' ? String(given) : '';
}

export type Content = Record<string, string | number | boolean | string[]>;

/** The answers as the schema wants them; what was left empty is left out. */
export function contentOf(
  fields: readonly ElicitedField[],
  answers: Answers,
): { content: Content; errors: Record<string, FieldError> } {
  const content: Content = {};
  const errors: Record<string, FieldError> = {};
  for (const { name, kind, required } of fields) {
    const answer = answers[name];
    if (typeof answer === 'boolean') content[name] = answer;
    else if (typeof answer === 'string') {
      const trimmed = answer.trim();
      if (trimmed === '') {
        if (required) errors[name] = 'required';
      } else if (kind === 'number' || kind === 'integer') {
        const number = Number(trimmed);
        if (!Number.isFinite(number) || (kind === 'integer' && !Number.isInteger(number))) errors[name] = 'number';
        else content[name] = number;
      } else content[name] = answer;
    } else if (answer && answer.length > 0) content[name] = [...answer];
    else if (required) errors[name] = 'required';
  }
  return { content, errors };
}
