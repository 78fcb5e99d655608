import { classifyError } from '#core/errors/classify-error.ts';
import { bannedCommand } from '#core/reliability/banned-command.ts';
import { nonInteractiveEnv } from '#core/reliability/non-interactive-env.ts';
import { prune } from '#core/reliability/prune.ts';
import { createTodoContinuation } from '#core/reliability/todo-continuation.ts';
import { messageHasContent, sanitizeEmptyMessages } from '#test/conformance/seed/empty-message-sanitizer.ts';
import {
  findPreviousThinkingContent,
  hasContentParts,
  isExtendedThinkingModel,
  prependThinkingBlock,
  startsWithThinkingBlock,
  validateThinking,
} from '#test/conformance/seed/thinking-block-validator.ts';
import { outputBudget, truncateOutput } from '#core/window/truncate-output.ts';
import { loadConfiguration } from '#host/configuration/load-configuration.ts';
import { layerNamed, warningText } from './configuration-texts.ts';
import { compileHistory } from './compile-history.ts';
import type { Adapter, ErrorClass, InnerKind } from './contract.ts';
import { isObject, readHistory, readText } from './read-input.ts';

// Input from outside may have any shape; the functions behind it trust their types.

function loadConfig(layers: { origin: string; text: string }[]) {
  const given: unknown = layers;
  const { configuration, unused, warnings } = loadConfiguration(
    (Array.isArray(given) ? given : []).filter(isObject).map(({ origin, text }) => {
      const file = readText(origin);
      return { layer: layerNamed(file), file, text: readText(text) };
    }),
  );
  return { config: { ...unused, ...configuration }, warnings: warnings.map(warningText) };
}

const pruneAny: Adapter['prune'] = (history, config) => prune(readHistory(history), config);
const bannedIn: Adapter['bannedCommand'] = (line) => bannedCommand(readText(line));
const truncateAny: Adapter['truncateOutput'] = (text, options) => truncateOutput(readText(text), options);

/** The contract's names for the kinds that it doesn't know. */
const AGREED: Record<InnerKind, ErrorClass['kind']> = {
  model_not_found: 'unknown',
  cut_off: 'network',
  not_an_answer: 'unknown',
};

const isInner = (kind: string): kind is InnerKind => Object.hasOwn(AGREED, kind);

const classifyAny: Adapter['classifyError'] = (error) => {
  const found = classifyError(error);
  return found && { ...found, kind: isInner(found.kind) ? AGREED[found.kind] : found.kind };
};

/** Door 2: the engine's functions, one by one. */
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
  classifyError: classifyAny,
  outputBudget,
  truncateOutput: truncateAny,
  prune: pruneAny,
  nonInteractiveEnv,
  bannedCommand: bannedIn,
  loadConfig,
  createTodoContinuation,
} satisfies Adapter;

export default adapter;
