import type { ListStart } from '../list-start.ts';
import type { Target } from '../request.ts';
import type { Protocol } from '../vendors/base/protocol.ts';
import { bodyFrom, type SplitBody } from './conversation.ts';
import { object } from './json.ts';
import { type BodyInspection, inspectBody } from './inspect-body.ts';
import type { Violation } from './rule.ts';

/** The field of a body that holds the conversation. */
export const LIST_FIELD: Readonly<Record<Protocol, string>> = {
  anthropic: 'messages',
  'openai-chat': 'messages',
  'openai-responses': 'input',
  gemini: 'contents',
  ollama: 'messages',
};

/** Elements before the new ones that are looked at again: rules compare neighbors. */
const OVERLAP = 2;

/** The beginning of a conversation in which the linter found nothing. */
interface CleanStart {
  /** Everything of the body but the conversation, and the system message. */
  head: string;
  elements: ListStart<unknown>;
  ids: Set<string>;
  /** It holds images or other large strings, for which there are limits in all. */
  media: boolean;
}

/**
 * Lints the bodies of one conversation. Finds what `inspectBody` finds, and looks again only at what follows the part
 * that an earlier body began with and that was clean. The start of a body that is `sound` can have nothing wrong in it:
 * only what follows it is looked at.
 */
export class BodyLinter {
  #start: CleanStart | null = null;

  lint(given: SplitBody, target: Target, isSound = false): readonly Violation[] {
    const { body, field, conversation } = given;
    const { [field]: _conversation, ...rest } = body;
    const head = JSON.stringify([rest, conversation.leading]);
    // The open loop of manual thinking may reach back further than the new elements.
    const manual = object(body.thinking).type === 'enabled';
    const known = isSound ? { head, elements: conversation.start, ids: new Set<string>(), media: false } : this.#start;
    const start = !manual && known?.head === head && conversation.start.beginsWith(known.elements) ? known : null;
    const from = start ? Math.max(0, start.elements.length - OVERLAP) : 0;
    const seen = inspectBody(bodyFrom(given, from), target);
    /** Index of the element of a place; `null` for one outside of the conversation. */
    const elementOf = (path: string): number | null => {
      const [name, index] = path.split('.');
      return name === field && index !== undefined ? Number(index) - conversation.leading.length + from : null;
    };
    if (start && !isClean(seen, start, elementOf)) {
      this.#start = null;
      return this.lint(given, target);
    }
    if (!start && seen.violations.length > 0) {
      this.#start = null;
      return seen.violations;
    }
    const clean = start?.elements.length ?? 0;
    if (start && conversation.start.length <= clean) {
      this.#start = start;
      return [];
    }
    const isSettled = ({ path }: { path: string }) => {
      const element = elementOf(path);
      return element !== null && element >= clean && element < conversation.start.length;
    };
    const ids = start?.ids ?? new Set();
    for (const place of seen.ids) if (isSettled(place)) ids.add(place.id);
    const media = (start?.media ?? false) || seen.hasLargeStrings || seen.images.some(isSettled);
    this.#start = { head, elements: conversation.start, ids, media };
    return [];
  }
}

/** Whether there is nothing to say about what follows the start; only the whole body can tell what there is. */
function isClean(seen: BodyInspection, start: CleanStart, elementOf: (path: string) => number | null): boolean {
  const isNew = ({ path }: { path: string }) => (elementOf(path) ?? Number.POSITIVE_INFINITY) >= start.elements.length;
  if (seen.violations.some(isNew)) return false;
  if (seen.ids.some((place) => isNew(place) && start.ids.has(place.id))) return false;
  return !(start.media && (seen.hasLargeStrings || seen.images.some(isNew)));
}
