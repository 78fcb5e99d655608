import { USER_WORDS } from '#texts/user-words.ts';
import { withoutHidden } from '#ui/kit/text/visible-text.ts';
import type { ElicitedField } from './elicitation-fields.ts';

const SECRET = new RegExp(USER_WORDS.map(({ secrets }) => secrets).join('|'), 'i');

/**
 * Whether a form asks for something that servers must not request by form (MCP 2025-11-25, elicitation, security
 * considerations).
 */
export function requestsSecret(fields: readonly Pick<ElicitedField, 'name' | 'label' | 'hint' | 'kind'>[]): boolean {
  const split = (name: string) => name.replace(/([a-z])([A-Z])/g, '$1_$2');
  return fields.some(
    ({ name, label, hint, kind }) =>
      (kind === 'text' || kind === 'integer' || kind === 'number') &&
      SECRET.test(withoutHidden(`${split(name)} ${label} ${hint ?? ''}`)),
  );
}
