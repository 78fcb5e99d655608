import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Permissions } from '../../consent/permissions.ts';
import type { Folders } from './folders.ts';
import type { BuiltinServer } from '../builtin-server.ts';
import type { FileChanges } from './file-changes.ts';
import { callOf, createBuiltin, isUnseen, sessionOf, textResult } from '../serve-builtin.ts';
import { ToolError } from '../tool-error.ts';
import { globMatcher } from './glob-pattern.ts';
import { createLineMatcher } from './match-lines.ts';
import { readLines } from './read-lines.ts';
import { replaceText } from './replace-text.ts';
import { type ResolvedPath, inFolder, locate } from './safe-path.ts';
import { readTextFile, writeTextFile } from './text-file.ts';
import { unifiedDiff } from '#core/unified-diff.ts';
import { searchFiles } from './search-files.ts';
import { walk } from './walk.ts';
import { createWorkspaceScope, guard } from './workspace-scope.ts';

const MAX_LISTED = 1000;
const MAX_LINES = 2000;
const DIFF_LENGTH = 20_000;

const path = z.string().max(4096).describe('Path relative to the attached folder, or absolute inside it');
const READ_ONLY = { readOnlyHint: true, openWorldHint: false };

const shorten = (text: string) =>
  text.length > DIFF_LENGTH ? `${text.slice(0, DIFF_LENGTH)}\n[the rest of the diff is left out]\n` : text;

function numbered(lines: readonly string[], from: number): string {
  return lines.map((line, index) => `${String(from + index).padStart(6)}\t${line}`).join('\n');
}

/** The existing text, null without a file. Throws for a binary file before it is overwritten. */
async function before(place: ResolvedPath): Promise<Awaited<ReturnType<typeof readTextFile>> | null> {
  try {
    return await readTextFile(place);
  } catch (error) {
    if (error instanceof ToolError && error.message.startsWith('There is no ')) return null;
    throw error;
  }
}

/** Serves the files of the folders attached to the session, and nothing else. */
export function createWorkspaceServer(
  folders: Pick<Folders, 'of' | 'own' | 'isOwn'>,
  permissions: Pick<Permissions, 'acceptsEdits'>,
  changes: FileChanges,
  version: string,
): BuiltinServer {
  async function place(context: Parameters<typeof sessionOf>[0], given: string): Promise<ResolvedPath> {
    const found = await locate(await folders.of(sessionOf(context)), given, await folders.own());
    return isUnseen(context) ? guard(found) : found;
  }

  async function folder(context: Parameters<typeof sessionOf>[0], given: string): Promise<ResolvedPath> {
    const found = await place(context, given);
    await inFolder(found, async () => undefined);
    return found;
  }

  function registerReading(server: McpServer): void {
    server.registerTool(
      'read',
      {
        title: 'Read a file',
        description: `Reads a text file with line numbers, at most ${MAX_LINES} lines at a time, or shows a picture.`,
        inputSchema: z.object({
          path,
          from: z.int().min(1).default(1).describe('First line, from 1'),
          lines: z.int().min(1).max(MAX_LINES).default(MAX_LINES),
        }),
        annotations: READ_ONLY,
      },
      async (args, context) => {
        const found = await readLines(await place(context, args.path), args.from, args.lines, context.mcpReq.signal);
        if ('mime' in found) return { content: [{ type: 'image', data: found.data, mimeType: found.mime }] };
        const { lines, from, more, size, encoding } = found;
        if (lines.length === 0)
          return textResult(size === 0 ? 'The file is empty.' : `The file has fewer than ${from} lines.`);
        const rest = more ? `\n[more lines follow: read from ${from + lines.length}]` : '';
        const note = encoding === 'utf-8' ? '' : `\n[read as ${encoding}; only files in UTF-8 can be edited]`;
        return textResult(`${numbered(lines, from)}${rest}${note}`);
      },
    );
    server.registerTool(
      'list',
      {
        title: 'List a folder',
        description:
          'Lists what is in a folder. Folders end with /, links with @. Files that .gitignore names are left out.',
        inputSchema: z.object({
          path: path.default('.'),
          depth: z.int().min(1).max(10).default(1),
          ignored: z.boolean().default(false).describe('Also list what .gitignore leaves out'),
        }),
        annotations: READ_ONLY,
      },
      async ({ depth, ignored, path: given }, context) => {
        const lines: string[] = [];
        for await (const { path: found, kind } of walk(await folder(context, given), {
          signal: context.mcpReq.signal,
          depth,
          ignored,
        })) {
          if (lines.length >= MAX_LISTED) {
            lines.push(`[more than ${MAX_LISTED} entries: list a folder below, or use glob]`);
            break;
          }
          lines.push(`${found}${kind === 'folder' ? '/' : kind === 'link' ? '@' : ''}`);
        }
        return textResult(lines.join('\n') || 'The folder is empty.');
      },
    );
    server.registerTool(
      'glob',
      {
        title: 'Find files by name',
        description: 'Finds files by a glob such as src/**/*.{ts,tsx}. A pattern without / means a name at any depth.',
        inputSchema: z.object({ pattern: z.string().min(1).max(1000), path: path.default('.') }),
        annotations: READ_ONLY,
      },
      async ({ pattern, path: given }, context) => {
        const matches = globMatcher(pattern);
        const found: string[] = [];
        const options = { signal: context.mcpReq.signal, depth: 100, ignored: false };
        for await (const one of walk(await folder(context, given), options)) {
          if (one.kind !== 'folder' && matches(one.path)) found.push(one.path);
          if (found.length >= MAX_LISTED) {
            found.push(`[more than ${MAX_LISTED} files: make the pattern narrower]`);
            break;
          }
        }
        return textResult(found.join('\n') || 'No file matches.');
      },
    );
    server.registerTool(
      'grep',
      {
        title: 'Search in files',
        description: 'Finds lines by a regular expression (JavaScript), or by the text itself with literal.',
        inputSchema: z.object({
          pattern: z.string().min(1).max(1000),
          path: path.default('.'),
          glob: z.string().max(1000).optional().describe('Only in files of these names'),
          literal: z.boolean().default(false),
          ignore_case: z.boolean().default(false),
        }),
        annotations: READ_ONLY,
      },
      async ({ pattern, path: given, glob, literal, ignore_case: ignoreCase }, context) => {
        const match = createLineMatcher(pattern, literal, ignoreCase);
        const matches = glob === undefined ? () => true : globMatcher(glob);
        return textResult(await searchFiles(await place(context, given), match, matches, context.mcpReq.signal));
      },
    );
  }

  function registerWriting(server: McpServer): void {
    server.registerTool(
      'write',
      {
        title: 'Write a file',
        description: 'Creates a file with this content, or replaces all of it. For a part of a file use edit.',
        inputSchema: z.object({ path, content: z.string() }),
        annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
      },
      async ({ path: given, content }, context) => {
        const target = await place(context, given);
        const old = await before(target);
        const call = { ...callOf(context), tool: 'write' as const };
        await writeTextFile(target, content, old, (change) => changes.write(call, change));
        const diff = unifiedDiff(target.shown, old?.text ?? null, content);
        return textResult(`${old ? 'Replaced' : 'Created'} ${target.shown}.\n${shorten(diff)}`);
      },
    );
    server.registerTool(
      'edit',
      {
        title: 'Edit a file',
        description:
          'Replaces old_text by new_text in a file. old_text must stand there exactly as given, white space included, and once, unless replace_all is set.',
        inputSchema: z.object({
          path,
          old_text: z.string(),
          new_text: z.string(),
          replace_all: z.boolean().default(false),
        }),
        annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
      },
      async ({ path: given, old_text: oldText, new_text: newText, replace_all: all }, context) => {
        const target = await place(context, given);
        const old = await readTextFile(target);
        const { text, count } = replaceText(target.shown, old.text, oldText, newText, all);
        const call = { ...callOf(context), tool: 'edit' as const };
        await writeTextFile(target, text, old, (change) => changes.write(call, change));
        const places = count === 1 ? 'one place' : `${count} places`;
        return textResult(
          `Changed ${target.shown} in ${places}.\n${shorten(unifiedDiff(target.shown, old.text, text))}`,
        );
      },
    );
  }

  return createBuiltin({
    scopeOf: createWorkspaceScope(folders, permissions),
    id: 'builtin_workspace_server',
    label: 'Workspace',
    version,
    instructions: 'Works in the folders the user attached to this conversation.',
    register(server) {
      registerReading(server);
      registerWriting(server);
    },
  });
}
