import { isOwnService } from '../../endpoint.ts';
import type { Learned, Target } from '../../request.ts';
import type { Dialect } from '../../vendors/base/dialect.ts';
import { PROTOCOL_DIALECTS } from '../../vendors/base/dialects.ts';
import { VENDOR_TABLE } from '../../vendors/table.ts';

/** The rules that apply to this target, including its own refusals. The vendor's own row goes before its protocol's. */
export function dialectFor(target: Target): Dialect {
  const { vendor, model } = target;
  const make = VENDOR_TABLE[vendor].dialects?.[model.protocol] ?? PROTOCOL_DIALECTS[model.protocol];
  const dialect = make({ model, ownService: isOwnService(target) });
  return target.learned ? withLearned(dialect, target.learned) : dialect;
}

function withLearned(dialect: Dialect, { chat }: Learned): Dialect {
  const { reasoningField: field } = chat;
  return {
    ...dialect,
    chat: { ...dialect.chat, ...chat },
    // A server that asked for the field wants it on every answer of a thinking model (D1, F1, A39).
    ...(typeof field === 'string' && { reasoningRequired: true }),
    ...(typeof field === 'string' && dialect.protocol === 'openai-chat' && { state: 'reasoning-text' }),
    ...(field === null && { reasoningRequired: false }),
    ...(chat.openApiTools && { schema: 'openapi' }),
    ...(chat.grammarOfTools && { schema: 'grammar' }),
  };
}
