import type { McpPasteInput, McpPasteProblem } from '#contract/mcp-imports.ts';
import type { McpApprovalLine } from '#contract/mcp.ts';
import { HostError } from '../../base/problem.ts';
import { approvalLines } from './approval-lines.ts';
import { readEntry, toFile } from './entry.ts';
import { inputsOf } from './placeholders.ts';
import type { Pasted, PastedServer } from './read-paste.ts';

interface PastePreview {
  /** Described by the lines of the consent dialog, without the values of secrets. */
  servers: (PastedServer & { lines: McpApprovalLine[] })[];
  asks: McpPasteInput[];
  problems: McpPasteProblem[];
}

/**
 * Describes what was read and lists what to ask before it can be stored. `checkAddress` throws for addresses that are not
 * allowed; `folder` is the default for a folder that is asked for.
 */
export function previewPaste(
  { servers: read, problems: given, inputs }: Pasted,
  checkAddress: (url: string) => void,
  folder: string,
): PastePreview {
  const problems = [...given];
  const servers = read.filter(({ label, definition }) => {
    // An address that is still to be filled in is checked when it is added.
    const checked = definition.kind !== 'stdio' && !/\$\{[^{}]*\}/.test(definition.url);
    const failure = checked ? refusal(() => checkAddress(definition.url)) : null;
    if (failure !== null) problems.push({ code: 'address', server: label, detail: failure });
    return failure === null;
  });
  return {
    servers: servers.map((server) => ({ ...server, lines: approvalLines(readEntry(toFile(server.definition).entry)) })),
    asks: inputsOf(servers, inputs, folder),
    problems,
  };
}

function refusal(check: () => void): string | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof HostError) return error.message;
    throw error;
  }
}
