import { createContext } from '#core/draft/create-context.ts';
import { StepNotes } from '#core/draft/step-notes.ts';
import type { HistoryMessage } from '#core/message.ts';
import type { Model } from '#core/model.ts';
import { dialectFor } from '#core/normalize/base/dialects.ts';
import { normalizeRequest } from '#core/normalize/normalize-request.ts';
import { ToolNames } from '#core/normalize/rules/tool-names.ts';
import { offerTools, type WireTool } from '#core/normalize/rules/tools.ts';
import type { Target, ToolSpec } from '#core/request.ts';

/** The messages in the form that this target accepts. */
export function sanitizeMessagesForProvider(history: readonly HistoryMessage[], target: Target): HistoryMessage[] {
  return normalizeRequest(history, [], target).request.messages;
}

/** The part of a history that fits the model: complete exchanges from the newest back, in order. */
export function selectMessagesWithinContext(
  history: readonly HistoryMessage[],
  target: Target,
): readonly HistoryMessage[] {
  const everything = { ...target, window: { messages: Number.MAX_SAFE_INTEGER } };
  const dropped = new Set(normalizeRequest(history, [], everything).report.droppedByWindow);
  return history.filter((_, index) => !dropped.has(index));
}

/** MCP tools in the form that this target accepts. Unsupported ones are left out. */
export function convertMCPToolsToProviderTools(tools: readonly ToolSpec[], target: Target): WireTool[] {
  const dialect = dialectFor(target);
  const context = createContext({ target, dialect, overlays: [] }, new StepNotes());
  const names = new ToolNames(
    tools.map(({ name }) => name),
    dialect,
  );
  return offerTools(tools, context, names);
}

/** Gemini's order of turns: begins with the user, calls and responses in pairs, never ends with the model. */
export function validateGeminiMessageStack(history: readonly HistoryMessage[], model: Model): HistoryMessage[] {
  const endpoint = 'https://generativelanguage.googleapis.com';
  return sanitizeMessagesForProvider(history, { vendor: 'gemini', model, endpoint });
}
