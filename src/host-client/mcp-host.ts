import type { FindContextFiles, FolderOutlines, FoundContextFiles } from '#contract/context-files.ts';
import type { ApproveCall, CallTicket, McpRule } from '#contract/mcp-calls.ts';
import type {
  AttachedFolders,
  ChangeMcpServer,
  McpApproval,
  McpImportPreview,
  McpImportResult,
  McpLog,
  McpServer,
  McpServerList,
  McpSignIn,
  NewMcpServer,
} from '#contract/mcp.ts';
import type { ConsentHost } from './consent-host.ts';

/** What the host offers about MCP servers. Methods reject as those of HostClient do. */
export interface McpHost {
  consents: ConsentHost;
  servers(): Promise<McpServerList>;
  add(server: NewMcpServer): Promise<McpServer>;
  change(id: string, change: ChangeMcpServer): Promise<McpServer>;
  remove(id: string): Promise<void>;
  /** What pasted text would add; nothing is stored. */
  preview(text: string): Promise<McpImportPreview>;
  /** Adds what the text holds, switched off: all of it or nothing. `answers`: to what the preview asked. */
  importText(text: string, answers: Readonly<Record<string, string>>): Promise<McpImportResult>;

  approval(id: string): Promise<McpApproval>;
  approve(id: string, agreed: { hash: string; tools?: Record<string, string> }): Promise<McpServer>;
  /** Believes what its tools say about their risk, for the definition that was shown. */
  trust(id: string, hash: string): Promise<McpServer>;
  distrust(id: string): Promise<McpServer>;
  start(id: string): Promise<McpServer>;
  restart(id: string): Promise<McpServer>;
  stop(id: string): Promise<McpServer>;
  log(id: string): Promise<McpLog>;
  signIn(id: string): Promise<McpSignIn>;
  cancelSignIn(id: string): Promise<void>;
  signOut(id: string): Promise<McpServer>;

  /**
   * The user allowed this call; the ticket goes into its `_meta`. Like everything here that lets something be, it rejects
   * with `gesture_missing` unless the user has just done something for it.
   */
  allow(call: ApproveCall): Promise<CallTicket>;
  /** What was allowed for a run alone ends with it. */
  endTurn(turn: string): Promise<void>;
  rules(): Promise<McpRule[]>;
  removeRule(id: string): Promise<void>;
  removeRules(): Promise<void>;
  /** Rules and folders of a session that was deleted for good. */
  forgetSession(session: string): Promise<void>;
  folders(session: string): Promise<AttachedFolders>;
  attachFolder(session: string, path: string, wide?: boolean): Promise<AttachedFolders>;
  detachFolder(session: string, path: string): Promise<AttachedFolders>;
  /** Files by which the session's folders speak for themselves. */
  contextFiles(session: string, wanted: FindContextFiles): Promise<FoundContextFiles>;
  outline(session: string): Promise<FolderOutlines>;

  /** Address of a server's MCP endpoint, for the SDK; only `fetch` may be used on it. */
  endpoint(id: string): URL;
  fetch(url: string | URL, init?: RequestInit): Promise<Response>;
}
