import { splitToolName } from '../../tool-names.ts';
import type { Configuration } from '../configuration.ts';
import type { HookStages, Middleware } from '../hook.ts';
import { shortenOutput } from '../shorten-output.ts';

/** Tools whose outputs are truncated even where others' are not (reliability.md S1-49), in lower case. */
const TRUNCATED_TOOLS: ReadonlySet<string> = new Set([
  'grep',
  'safe_grep',
  'glob',
  'safe_glob',
  'lsp_find_references',
  'lsp_document_symbols',
  'lsp_workspace_symbols',
  'lsp_diagnostics',
  'ast_grep_search',
  'interactive_bash',
]);

/** Truncates a result to its share of the remaining tokens, once, when it arrives: text that was sent never changes. */
const shortenResult: Middleware<'tool.execute.after'> = async (value, { configuration }) => {
  if (value.shortened || !applies(value.tool, configuration)) return value;
  return { ...value, ...(await shortenOutput(value.text, value.budget, value.keep)) };
};

function applies(tool: string, { experimental }: Configuration): boolean {
  const { truncate_all_tool_outputs: all, aggressive_truncation: aggressive } = experimental;
  return all || aggressive || TRUNCATED_TOOLS.has(splitToolName(tool).tool.toLowerCase());
}

export const toolOutputTruncator: HookStages = { 'tool.execute.after': shortenResult };
