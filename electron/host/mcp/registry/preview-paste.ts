import type { McpImportPreview } from '#contract/mcp.ts';
import { approvalLines } from '../consent/approval-lines.ts';
import { readEntry, toFile } from './entry.ts';
import { readPaste } from './read-paste.ts';

/** What a paste was understood as, in the words of the approval dialog; values of secrets are not among them. */
export function previewPaste(text: string): McpImportPreview {
  const { servers, problems } = readPaste(text);
  return {
    servers: servers.map(({ label, definition }) => ({
      label,
      kind: definition.kind,
      lines: approvalLines(readEntry(toFile(definition).entry)),
    })),
    problems,
  };
}
