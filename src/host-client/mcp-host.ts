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

/** The host's API for MCP servers. Methods reject like those of HostClient. */
export interface McpHost {
  consents: ConsentHost;
  servers(): Promise<McpServerList>;
  add(server: NewMcpServer): Promise<McpServer>;
  change(id: string, change: ChangeMcpServer): Promise<McpServer>;
  remove(id: string): Promise<void>;
  /** What pasted text would add. Stores nothing. */
  preview(text: string): Promise<McpImportPreview>;
  /** Adds all servers of the text, switched off, or none of them. `answers`: to the inputs of the preview. */
  importText(text: string, answers: Readonly<Record<string, string>>): Promise<McpImportResult>;

  approval(id: string): Promise<McpApproval>;
  approve(id: string, agreed: { hash: string; tools?: Record<string, string> }): Promise<McpServer>;
  /** Trusts what the server says about the risk of its tools, for the definition that was shown. */
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
   * The user allowed this call; the ticket goes into its `_meta`. Like every approving method here, it rejects with
   * `gesture_missing` unless the user has just made a gesture for it.
   */
  allow(call: ApproveCall): Promise<CallTicket>;
  /** Grants for a single run end with it. */
  endTurn(turn: string): Promise<void>;
  rules(): Promise<McpRule[]>;
  removeRule(id: string): Promise<void>;
  removeRules(): Promise<void>;
  /** Called for a permanently deleted session: removes its grants and folders. */
  forgetSession(session: string): Promise<void>;
  folders(session: string): Promise<AttachedFolders>;
  attachFolder(session: string, path: string, wide?: boolean): Promise<AttachedFolders>;
  detachFolder(session: string, path: string): Promise<AttachedFolders>;
  /** Context files of the session's folders. */
  contextFiles(session: string, wanted: FindContextFiles): Promise<FoundContextFiles>;
  outline(session: string): Promise<FolderOutlines>;

  /** Address of a server's MCP endpoint, for the SDK. Only `fetch` may be used on it. */
  endpoint(id: string): URL;
  fetch(url: string | URL, init?: RequestInit): Promise<Response>;
}
