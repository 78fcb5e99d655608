import { badRequest, type Failure } from '../base/failure.ts';
import { isObject, type Json, text } from '../base/json.ts';
import { firstOf, type Rule } from '../rules/rule.ts';
import { readItemId, reasoningOf } from './item-ids.ts';
import { typeOf } from './read-conversation.ts';
import { openReasoning } from './reasoning-seal.ts';
import type { ResponsesSubject } from './subject.ts';

const notFound = (id: string, stored: boolean): Failure => ({
  status: 404,
  message: stored
    ? `Item with id '${id}' not found.`
    : `Item with id '${id}' not found. Items are not persisted when 'store' is set to false. Try again with 'store' set to true, or remove this item from your input.`,
  type: 'invalid_request_error',
  param: 'input',
});

/** Refuses ids that only a store could resolve (R4). */
function checkKnown({ body, sent, seals, previous, isStored }: ResponsesSubject): Failure | null {
  const stored = body.store !== false;
  if (previous === false)
    return {
      status: 404,
      message: `Previous response with id '${text(body.previous_response_id)}' not found.`,
      type: 'invalid_request_error',
      param: 'previous_response_id',
      code: 'previous_response_not_found',
    };
  if (body.conversation !== undefined && body.conversation !== null)
    return {
      status: 404,
      message: `Conversation with id '${conversationId(body.conversation)}' not found.`,
      type: 'invalid_request_error',
      param: 'conversation',
    };
  return firstOf(sent, (item) => {
    const id = text(item.id);
    if (typeOf(item) === 'item_reference') return isStored(id) ? null : notFound(id, stored);
    if (typeOf(item) !== 'reasoning' || typeof item.encrypted_content === 'string') return null;
    // A reasoning item without its content is only an id, and only a store can resolve ids.
    return stored && readItemId(seals, id) ? null : notFound(id, stored);
  });
}

const conversationId = (value: unknown): string => (isObject(value) ? text(value.id) : text(value));

/** The vendor's name for the content it refuses. */
function nameOf(item: Json): string {
  const sealed = text(item.encrypted_content);
  return typeof item.id === 'string' ? `for item ${item.id}` : `${sealed.slice(0, 4)}...${sealed.slice(-4)}`;
}

/** Encrypted content is valid only for its item, model and account (R3, R13). */
function checkEncrypted({ items, seals, dialect, model, account }: ResponsesSubject): Failure | null {
  return firstOf(items, (item) => {
    const type = typeOf(item);
    if ((type !== 'reasoning' && type !== 'compaction') || typeof item.encrypted_content !== 'string') return null;
    const refuse = (reason: string) => dialect.refuseEncrypted(nameOf(item), reason);
    const seal = type === 'reasoning' ? openReasoning(seals, dialect.id, item) : null;
    if (!seal) return refuse('Encrypted content could not be decrypted or parsed.');
    if (seal.account !== account)
      return refuse('Encrypted content organization_id did not match the target organization.');
    if (seal.model !== model.id) return refuse('Encrypted content could not be decrypted or parsed.');
    return typeof item.id === 'string' && item.id !== seal.item
      ? refuse('Encrypted content item_id did not match the target item id.')
      : null;
  });
}

/** A reasoning item must come directly before the item it produced (R1). */
function checkFollower({ items, seals, dialect }: ResponsesSubject): Failure | null {
  if (!dialect.pairsReasoning) return null;
  return firstOf(items, (item, index) => {
    if (typeOf(item) !== 'reasoning') return null;
    const seal = openReasoning(seals, dialect.id, item);
    const next = items[index + 1];
    const produced = next !== undefined && typeOf(next) === seal?.followerType && isOutput(next);
    const same = produced && (typeof next.id !== 'string' || next.id === seal?.followerId);
    return !seal || same
      ? null
      : badRequest(
          `Item '${text(item.id) || seal.item}' of type 'reasoning' was provided without its required following item.`,
          { param: 'input' },
        );
  });
}

const isOutput = (item: Json) => typeOf(item) !== 'message' || item.role === 'assistant';

/** An item with an id needs the reasoning that produced it before it (R2). */
function checkOrigin({ items, seals, dialect }: ResponsesSubject): Failure | null {
  if (!dialect.pairsReasoning) return null;
  const before = new Set<string>();
  return firstOf(items, (item) => {
    const id = text(item.id);
    before.add(id);
    const issued = readItemId(seals, id);
    const reasoning = issued && reasoningOf(seals, issued);
    if (!reasoning || before.has(reasoning)) return null;
    return badRequest(
      `Item '${id}' of type '${typeOf(item)}' was provided without its required 'reasoning' item: '${reasoning}'.`,
      { param: 'input' },
    );
  });
}

export const RESPONSES_REASONING_RULES: readonly Rule<ResponsesSubject>[] = [
  { id: 'R4', check: checkKnown },
  { id: 'R3', check: checkEncrypted },
  { id: 'R1', check: checkFollower },
  { id: 'R2', check: checkOrigin },
];
