import type { ElicitRequestFormParams, ElicitResult } from '@modelcontextprotocol/client';

/** A question of a server to the user in the middle of a call. */
export type Elicitation = {
  server: string;
  /** Key of the call it belongs to, if known. */ call: string | null;
} & (
  | { mode: 'form'; message: string; schema: ElicitRequestFormParams['requestedSchema'] }
  /** Opened in the browser, after the user has seen the full address and agreed. */
  | { mode: 'url'; message: string; url: string; elicitationId?: string }
);

/** `decline` refuses the question. `cancel` closes it without an answer. */
export type ElicitationAnswer =
  | { action: 'accept'; content?: NonNullable<ElicitResult['content']> }
  | { action: 'decline' | 'cancel' };

/** Shows a question to the user. Resolves with `cancel` soon after the signal aborts. */
export interface ElicitationPort {
  ask(elicitation: Elicitation, signal: AbortSignal): Promise<ElicitationAnswer>;
  /** The server says that the user is done at the address of a question. Ignored unless that question is open. */
  complete(server: string, elicitationId: string): void;
}
