import { z } from 'zod';
import type { NewConsent } from './consent-store.ts';

/** The subject and facts of each kind of consent. */

export const ServerFacts = z.object({
  definition: z.string(),
  /** Hash and shown text of each tool as the user consented to it; null until the server has listed its tools once. */
  tools: z.record(z.string(), z.object({ hash: z.string(), shown: z.string() })).nullable(),
  /** Hashes of the exact package that it runs, as `sha512-…` or `sha256-…`; absent until a start has learned them. */
  package: z.array(z.string()).exactOptional(),
});
export type ServerFacts = z.infer<typeof ServerFacts>;

export const RuleFacts = z.object({
  server: z.string(),
  tool: z.string(),
  /** With null, in every session. */
  session: z.string().nullable(),
  definition: z.string(),
  toolHash: z.string(),
  /** Given for commands in the sandbox. It allows none without it. */
  sandboxed: z.literal(true).exactOptional(),
});
export type RuleFacts = z.infer<typeof RuleFacts>;

export const FolderFacts = z.object({
  session: z.string(),
  path: z.string(),
  /** Tools resolve relative paths in it. Without one in the session, the first is the main folder. */
  main: z.boolean().optional(),
});

/** Whether the files of a folder are the user's own, in every session. Without one, the user has not said. */
export const FilesFacts = z.object({ path: z.string(), own: z.boolean() });

export const CommandFacts = z.object({
  /** Where the command runs, as a real path. */
  folder: z.string(),
  match: z.enum(['exact', 'prefix']),
  line: z.string(),
  outside: z.boolean(),
  /** As in `RuleFacts`. */
  sandboxed: z.literal(true).exactOptional(),
});
export type CommandFacts = z.infer<typeof CommandFacts>;

export const serverConsent = (id: string, facts: ServerFacts): NewConsent => ({ kind: 'server', subject: id, facts });

/** Bound to the definition through its facts: another definition is not trusted. */
export const trustConsent = (id: string, definition: string): NewConsent => ({
  kind: 'trust',
  subject: id,
  facts: { definition },
});

export const ruleConsent = (facts: RuleFacts): NewConsent => ({
  kind: 'rule',
  subject: JSON.stringify([facts.server, facts.tool, facts.session]),
  facts,
});

export const scriptConsent = (hash: string): NewConsent => ({ kind: 'script', subject: hash, facts: {} });

export const folderConsent = (session: string, path: string): NewConsent => ({
  kind: 'folder',
  subject: JSON.stringify([session, path]),
  facts: { session, path },
});

export const feedConsent = (feed: string): NewConsent => ({ kind: 'feed', subject: feed, facts: {} });

export const directoryConsent = (address: string): NewConsent => ({ kind: 'directory', subject: address, facts: {} });

export const envConsent = (name: string): NewConsent => ({ kind: 'env', subject: name, facts: {} });

export const filesConsent = (path: string, own: boolean): NewConsent => ({
  kind: 'files',
  subject: path,
  facts: { path, own },
});

export const editsConsent = (session: string): NewConsent => ({ kind: 'edits', subject: session, facts: { session } });

export const commandConsent = (facts: CommandFacts): NewConsent => ({
  kind: 'command',
  subject: JSON.stringify([facts.folder, facts.match, facts.line, facts.outside]),
  facts,
});

export const switchConsent = (kind: 'sandbox' | 'network'): NewConsent => ({ kind, subject: kind, facts: {} });
