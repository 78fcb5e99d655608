import { z } from 'zod/mini';
import type { Endpoints } from './endpoint.ts';
import { McpApprovalLine, McpServer } from './mcp.ts';

/** A file of another app on this computer. */
export const McpFoundFile = z.object({
  app: z.string(),
  path: z.string(),
  /** The names of its servers; null if the file can't be read. */
  servers: z.nullable(z.array(z.string())),
});
export type McpFoundFile = z.infer<typeof McpFoundFile>;

export const McpFoundFiles = z.object({ files: z.array(McpFoundFile) });

const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** A bundle (.mcpb) that was unpacked. Names and texts are its maker's; nobody has checked them. */
export const McpBundle = z.object({
  /** Of the file. */
  sha256: Sha256,
  name: z.string(),
  version: z.string(),
  author: z.nullable(z.string()),
  description: z.string(),
});
export type McpBundle = z.infer<typeof McpBundle>;

export const MAX_BUNDLE_BYTES = 200 * 1024 * 1024;

/** Configuration of any common shape, pasted, in a file that was found, or in a bundle. Every imported server starts switched off. */
export const ImportMcp = z.object({
  source: z.union([
    z.object({ text: z.string().check(z.minLength(1), z.maxLength(60_000)) }),
    z.object({ file: z.string().check(z.minLength(1), z.maxLength(4096)) }),
    z.object({ bundle: Sha256 }),
  ]),
  /** By placeholder, as the preview asked for them. */
  answers: z._default(z.record(z.string().check(z.maxLength(300)), z.string().check(z.maxLength(8192))), {}),
});
export type ImportMcp = z.infer<typeof ImportMcp>;

/** Something in a pasted text that cannot be imported. Holds no values. */
export const McpPasteProblem = z.object({
  code: z.enum([
    'json',
    'none',
    'command-line',
    /** `detail` names the format whose rules the text breaks. */
    'format',
    /** A part of the other app itself, which only that app can run. */
    'own',
    /** `detail` is the number of servers that were taken. */
    'most',
    /** The bundle is for the systems that `detail` names. */
    'platform',
    /** `detail` names a field of the server. */
    'field',
    'target',
    /** The other app uses only some of the server's tools. The server is added without that choice. */
    'tools',
    /** `detail` says why no server may be at its address. */
    'address',
  ]),
  server: z.nullable(z.string()),
  detail: z.string(),
});
export type McpPasteProblem = z.infer<typeof McpPasteProblem>;

/** A value that is missing from a pasted text. */
export const McpPasteInput = z.object({
  /** The placeholder as the text writes it. */
  token: z.string(),
  /** An input that the file describes, the folder to work in, or any other text in braces. */
  kind: z.enum(['input', 'folder', 'variable']),
  description: z.string(),
  secret: z.boolean(),
  /** The server can do without it. Left empty, its argument, variable or header is left out. */
  optional: z.boolean(),
  /** One value a line; each becomes an argument. */
  multiple: z.boolean(),
  initial: z.string(),
  /** The allowed values; empty if any value is allowed. */
  choices: z.array(z.string()),
  /** Labels of the servers that use it. */
  servers: z.array(z.string()),
});
export type McpPasteInput = z.infer<typeof McpPasteInput>;

/**
 * Either all understood servers are added, or none and the request fails. `present`: servers that were there already.
 */
export const McpImportResult = z.object({
  servers: z.array(McpServer),
  present: z.array(z.string()),
  problems: z.array(McpPasteProblem),
});
export type McpImportResult = z.infer<typeof McpImportResult>;

/** What a pasted text would add. The user checks it before anything is stored. */
export const McpImportPreview = z.object({
  servers: z.array(
    z.object({
      label: z.string(),
      kind: z.enum(['stdio', 'http', 'sse']),
      lines: z.array(McpApprovalLine),
      /** The time limit for a call, in seconds. */
      timeout: z.optional(z.number()),
      /** Names of tools that are switched off in the other app. */
      toolsOff: z.optional(z.array(z.string())),
    }),
  ),
  asks: z.array(McpPasteInput),
  problems: z.array(McpPasteProblem),
});
export type McpImportPreview = z.infer<typeof McpImportPreview>;

/** Servers from texts and files. They arrive off and unapproved; nothing here starts one. */
export const mcpImportEndpoints = {
  /** The version of a package that its runner downloaded last, as far as this computer knows. */
  downloadedVersion: {
    route: 'GET /api/mcp/import/version',
    query: z.object({ from: z.enum(['npm', 'pypi']), name: z.string().check(z.minLength(1), z.maxLength(300)) }),
    answer: z.object({ version: z.nullable(z.string()) }),
  },
  /** Files in which other apps keep their servers. Reads them; adds nothing. */
  found: { route: 'GET /api/mcp/import/found', answer: McpFoundFiles },
  /** Unpacks a bundle so that it can be looked at. Runs nothing. With `sha256`, refuses another file. */
  unpackBundle: {
    route: 'POST /api/mcp/import/bundle',
    query: z.object({ sha256: z._default(z.nullable(Sha256), null) }),
    body: 'bytes',
    limit: MAX_BUNDLE_BYTES,
    answer: McpBundle,
  },
  /** Removes bundles that no server uses, such as one that was only looked at. */
  dropBundles: { route: 'DELETE /api/mcp/import/bundle' },
  /** Adds all servers of the text, switched off, or none of them. `answers`: to the inputs of the preview. */
  importText: { route: 'POST /api/mcp/import', body: ImportMcp, answer: McpImportResult },
  /** What pasted text would add. Stores nothing. */
  preview: { route: 'POST /api/mcp/import/preview', body: ImportMcp, answer: McpImportPreview },
} satisfies Endpoints;
