import { classifyError } from '#core/classify-error.ts';
import { bannedCommand } from '#core/reliability/banned-command.ts';
import { nonInteractiveEnv } from '#core/reliability/non-interactive-env.ts';
import { prune } from '#core/reliability/prune.ts';
import { createTodoContinuation } from '#core/reliability/todo-continuation.ts';
import { outputBudget, truncateOutput } from '#core/reliability/truncate-output.ts';
import { messageHasContent, sanitizeEmptyMessages } from '#core/seed/empty-message-sanitizer.ts';
import {
  findPreviousThinkingContent,
  hasContentParts,
  isExtendedThinkingModel,
  prependThinkingBlock,
  startsWithThinkingBlock,
  validateThinking,
} from '#core/seed/thinking-block-validator.ts';
import { layerNamed, loadConfiguration, warningText } from '#host/configuration/load-configuration.ts';
import { compileHistory } from './compile-history.ts';
import type { Adapter } from './contract.ts';

function loadConfig(layers: { origin: string; text: string }[]) {
  const { configuration, unused, warnings } = loadConfiguration(
    layers.map(({ origin, text }) => ({ layer: layerNamed(origin), file: origin, text })),
  );
  return { config: { ...unused, ...configuration }, warnings: warnings.map(warningText) };
}

/** Door 2: the engine's functions one by one. */
const adapter = {
  compile: compileHistory,
  isExtendedThinkingModel,
  hasContentParts,
  startsWithThinkingBlock,
  findPreviousThinkingContent,
  prependThinkingBlock,
  messageHasContent,
  validateThinking,
  sanitizeEmptyMessages,
  classifyError,
  outputBudget,
  truncateOutput,
  prune,
  nonInteractiveEnv,
  bannedCommand,
  loadConfig,
  createTodoContinuation,
} satisfies Adapter;

export default adapter;
