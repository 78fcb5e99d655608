import type { ThinkingLevel } from '#core/model.ts';
import type { ChatExtras, ChatSwitches } from '#core/vendors/base/dialect.ts';
import type { ThinkingSupport } from '#core/vendors/base/model-facts.ts';
import { pickEffort } from '../../base/thinking-effort.ts';

type Params = Record<string, unknown>;

const effortField = (effort: string | undefined): Params => (effort === undefined ? {} : { reasoning_effort: effort });

/** One writer per parameter. `effort` is the model's own name for the level, if it has one. */
const WRITERS: Readonly<
  Record<ChatSwitches['thinkingParameter'], (thinks: boolean, effort: string | undefined) => Params>
> = {
  none: () => ({}),
  reasoning_effort: (_thinks, effort) => effortField(effort),
  thinking_type: (thinks, effort) =>
    thinks ? { thinking: { type: 'enabled' }, ...effortField(effort) } : { thinking: { type: 'disabled' } },
  reasoning_object: (thinks, effort) => ({ reasoning: effort === undefined ? { enabled: thinks } : { effort } }),
};

/** The fields that request thinking in this server's form; none for models that don't think. */
export function reasoningParams(
  parameter: ChatSwitches['thinkingParameter'],
  extras: ChatExtras,
  level: ThinkingLevel,
  support: ThinkingSupport,
): Params {
  if (support.kind !== 'effort' && support.kind !== 'toggle') return {};
  const thinks = level !== 'off' || !support.off;
  return {
    ...WRITERS[parameter](thinks, pickEffort(level, support.efforts, support.off)),
    ...(extras.reasoningFormat ? { reasoning_format: extras.reasoningFormat } : {}),
  };
}
