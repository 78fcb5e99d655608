import { EMPTY_RESULT } from '../../normalize/base/texts.ts';
import { isBlank } from '../../text.ts';
import { splitToolName } from '../../tool-names.ts';
import type { HookStages, Middleware } from '../hook.ts';

const EMPTY_TASK =
  'The task ended without an answer. Do not take that for success: look at what it did, or ask again for the result in words.';

/** Says explicitly that an empty result is empty. Otherwise a model takes it for whatever it expected. */
const nameEmptiness: Middleware<'tool.execute.after'> = (value) => {
  if (value.status !== 'ok' || !isBlank(value.text) || (value.images?.length ?? 0) > 0) return value;
  return { ...value, text: splitToolName(value.tool).tool === 'task' ? EMPTY_TASK : EMPTY_RESULT };
};

export const emptyTaskResponseDetector: HookStages = { 'tool.execute.after': nameEmptiness };
