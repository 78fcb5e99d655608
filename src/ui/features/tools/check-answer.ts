/** Why an answer doesn't fit its field, in the schema's terms; `limit` for those that have one. */
export interface FieldError {
  wrong:
    | 'required'
    | 'number'
    | 'integer'
    | 'minimum'
    | 'maximum'
    | 'minLength'
    | 'maxLength'
    | 'email'
    | 'uri'
    | 'date'
    | 'date-time'
    | 'minItems'
    | 'maxItems'
    | 'choice';
  limit?: number;
}

/** The rules of MCP's primitive schemas (2025-11-25, elicitation, requested schema), as far as they are well-formed. */
export interface FieldRules {
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  format?: string;
}

const LIMITS = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'] as const;

export function rulesOf(property: Readonly<Record<string, unknown>>): FieldRules {
  const rules: FieldRules = {};
  for (const name of LIMITS) {
    const limit = property[name];
    if (typeof limit === 'number' && Number.isFinite(limit)) rules[name] = limit;
  }
  const { format } = property;
  return typeof format === 'string' ? { ...rules, format } : rules;
}

export function numberError(value: number, integer: boolean, { minimum, maximum }: FieldRules): FieldError | null {
  if (!Number.isFinite(value)) return { wrong: 'number' };
  if (integer && !Number.isInteger(value)) return { wrong: 'integer' };
  if (minimum !== undefined && value < minimum) return { wrong: 'minimum', limit: minimum };
  return maximum !== undefined && value > maximum ? { wrong: 'maximum', limit: maximum } : null;
}

/** JSON Schema counts characters, not UTF-16 units. */
export function textError(text: string, { minLength, maxLength, format = '' }: FieldRules): FieldError | null {
  const { length } = text.match(/./gsu) ?? [];
  if (minLength !== undefined && length < minLength) return { wrong: 'minLength', limit: minLength };
  if (maxLength !== undefined && length > maxLength) return { wrong: 'maxLength', limit: maxLength };
  return isFormat(format) && !FORMATS[format](text) ? { wrong: format } : null;
}

export function itemsError(count: number, { minItems, maxItems }: FieldRules): FieldError | null {
  if (minItems !== undefined && count < minItems) return { wrong: 'minItems', limit: minItems };
  return maxItems !== undefined && count > maxItems ? { wrong: 'maxItems', limit: maxItems } : null;
}

const FORMATS = {
  // A valid e-mail address according to HTML, with a dot in the domain (RFC 5321 requires a full name).
  email: (text: string) =>
    /^[\w.!#$%&'*+/=?^`{|}~-]+@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d-]{2,63}$/i.test(text),
  uri: (text: string) => /^[a-z][a-z\d+.-]*:[^\s<>"{}|\\^`]+$/i.test(text) && URL.canParse(text),
  date: (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && isDay(text),
  'date-time': (text: string) =>
    /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i.test(
      text,
    ) && isDay(text.slice(0, 10)),
};

function isFormat(format: string): format is keyof typeof FORMATS {
  return Object.hasOwn(FORMATS, format);
}

/** Only an actual calendar day survives the round trip. */
function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** Converts the value of a local time input to RFC 3339, with seconds and the user's time zone. */
export function withZone(local: string): string {
  const time = new Date(local);
  if (Number.isNaN(time.getTime())) return local;
  const minutes = -time.getTimezoneOffset();
  const two = (value: number) => String(Math.trunc(value)).padStart(2, '0');
  const zone = `${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
  return `${localTime(time)}${zone}`;
}

/** The reverse: a moment as the field shows it. */
export function toLocal(moment: string): string {
  const time = new Date(moment);
  return Number.isNaN(time.getTime()) ? '' : localTime(time);
}

function localTime(time: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${String(time.getFullYear()).padStart(4, '0')}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${day}T${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`;
}
